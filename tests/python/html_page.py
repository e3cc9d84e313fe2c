"""A page of HTML as tests look at it."""

from html.parser import HTMLParser

ALLOWED = {"div", "span", "b", "table", "thead", "tbody", "tr", "th", "td", "details", "summary", "pre"}


class Page(HTMLParser):
    """The tags, attributes and text of a page; open tags must be closed in order."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.attributes, self.texts, self.rows, self.open = set(), [], [], [], []
        self.feed(html)
        assert not self.open

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self.attributes += attributes
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)
        if "td" in self.open or "th" in self.open:
            self.rows[-1][-1] += data

    @property
    def text(self):
        return "".join(self.texts)


def shown(thing):
    """What a notebook gets: well formed, of few tags, with nothing to load or to run."""
    html = thing._repr_html_()
    page = Page(html)
    assert page.tags <= ALLOWED
    assert {name for name, _ in page.attributes} <= {"style", "title", "class", "open"}
    assert not any("url(" in value for name, value in page.attributes if name == "style")
    html.encode()
    return page
