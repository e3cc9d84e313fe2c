"""Objects of documents: dicts whose keys are attributes as well."""

from __future__ import annotations

import copy
import json
import keyword
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    NamedTuple,
    Optional,
    SupportsIndex,
    Type,
    TypeVar,
    Union,
    overload,
)

from . import _html_documents
from ._units import counted

# A key of a document is never hidden by a method of the same name, such as "copy" of an event, but for
# those by which everybody reads a dict.
_METHODS = frozenset(("get", "items", "keys", "values"))
_MOST_SHOWN = 60


class Each(NamedTuple):
    """An object whose keys are data, and what is under each of them."""

    kind: Type[Record]


class _Fields(type):
    """Lists the fields of a class, which have no value there, for editors that look at no object."""

    def __dir__(cls) -> list[str]:
        described = (vars(one).get("__annotations__", {}) for one in cls.__mro__)
        fields = {name for names in described for name in names if not name.startswith("_")}
        return sorted({*super().__dir__(), *fields})


class Record(dict[str, Any], metaclass=_Fields):
    """An object of a document: a dict whose keys are attributes as well.

    It equals the JSON that the command line prints, and ``json.dumps`` writes it so. ``None`` means
    that something does not apply or is not known; ``why`` beside it then says why.

        >>> row = trace.report("kernels").kernels.rows[0]
        >>> row.total_ns == row["total_ns"]
        True
    """

    # What is read under its keys; and, of a class of `types`, the one that adds how it is shown.
    _held: ClassVar[dict[str, Union[Type[Record], Each]]] = {}
    _read_as: ClassVar[Optional[Type[Record]]] = None

    if not TYPE_CHECKING:  # so that a name that no field has is an error to type checkers

        def __getattribute__(self, name: str) -> Any:
            if name in _METHODS or name.startswith("_") or name not in self:
                return super().__getattribute__(name)
            return self[name]

        def __getattr__(self, name: str) -> Any:
            if (key := _without_line(name)) in self:
                return self[key]
            known = ", ".join(self)
            raise AttributeError(f"there is no '{name}' here; there are {known}")

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("_"):
            super().__setattr__(name, value)
        elif name in _METHODS:
            raise AttributeError(f"'{name}' is a method here; use record['{name}'] = value")
        else:
            self[_without_line(name)] = value

    def __delattr__(self, name: str) -> None:
        if (key := _without_line(name)) not in self:
            super().__delattr__(name)
        else:
            del self[key]

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *filter(None, map(_attribute, self))})

    def copy(self) -> Record:
        """A shallow copy, whose keys are attributes too."""
        return copy.copy(self)

    def _repr_html_(self) -> str:
        return _html_documents.record(self)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{key}={_short(value)}' for key, value in self.items())})"


class Rows(list[Record]):
    """A list of records, which notebooks show as a table."""

    @overload
    def __getitem__(self, index: SupportsIndex) -> Record: ...

    @overload
    def __getitem__(self, index: slice) -> Rows: ...

    def __getitem__(self, index: Union[SupportsIndex, slice]) -> Union[Record, Rows]:
        if isinstance(index, slice):
            return Rows(super().__getitem__(index))
        return super().__getitem__(index)

    def _repr_html_(self) -> str:
        return _html_documents.rows(self)


def _attribute(key: str) -> Optional[str]:
    """How it is written behind a dot: "class" as "class_"; "External id" cannot be."""
    if keyword.iskeyword(key):
        return f"{key}_"
    return key if key.isidentifier() and not key.startswith("_") and key not in _METHODS else None


def _without_line(name: str) -> str:
    """The key that is written so behind a dot."""
    return name[:-1] if name.endswith("_") and keyword.iskeyword(name[:-1]) else name


def _short(value: Any) -> str:
    """A value on little room: of what holds others, how many."""
    if isinstance(value, dict):
        return "{}" if not value else f"{{{counted(len(value), 'key')}}}"
    if isinstance(value, list) and value and isinstance(value[0], (dict, list)):
        return f"[{counted(len(value), 'row')}]"
    text = f"{value:_}" if type(value) is int else repr(value)
    return text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 1] + "…"


def _record(read: dict[str, Any]) -> Record:
    """What JSON has read, with its lists of records as such."""
    for key, held in read.items():
        if type(held) is list and held and all(isinstance(one, Record) for one in held):
            read[key] = Rows(held)
    return Record(read)


def _become(held: Any, kind: Union[Type[Record], Each]) -> None:
    """Makes a record, or those of a list, objects of their class: they are no copies."""
    if isinstance(held, list):
        for one in held:
            _become(one, kind)
    elif isinstance(held, Record) and isinstance(kind, Each):
        for one in held.values():
            _become(one, kind.kind)
    elif isinstance(held, Record):
        assert not isinstance(kind, Each)
        object.__setattr__(held, "__class__", kind._read_as or kind)
        for key, of_key in kind._held.items():
            _become(held.get(key), of_key)


_Kind = TypeVar("_Kind", bound=Record)


def read(document: str, kind: Type[_Kind]) -> _Kind:
    """A document of the core as an object, whose objects are of their classes, too."""
    made: _Kind = json.loads(document, object_hook=_record)
    _become(made, kind)
    return made
