"""Questions that people ask about traces, with known answers: each takes one call, or two."""

import pytest

from assistant import MOST_BYTES

MOST_CALLS = 2


class Questions(list):
    """Collects functions that ask an assistant and judge what it is told."""

    def __call__(self, text, *traces):
        """A question about these traces, whose known numbers the function gets."""

        def kept(answers):
            self.append(pytest.param(answers, traces, id=text))
            return answers

        return kept


class Asking:
    """One question to an assistant that knows the names of traces; counts what the answer costs."""

    def __init__(self, assistant):
        self._assistant = assistant
        self._before = len(assistant.asked)

    def __call__(self, tool, **arguments):
        return self._assistant.ask(tool, **arguments)

    def check_cost(self):
        costs = self._assistant.asked[self._before :]
        print("bytes of the answers:", *costs)
        assert 1 <= len(costs) <= MOST_CALLS and max(costs) <= MOST_BYTES
