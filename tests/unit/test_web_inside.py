from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any

import pytest
import torch

from app.notes.models import Lang
from app.sandbox.graphs import graphs
from app.sandbox.storages import storages
from app.settings import Settings
from app.web.assets import Assets
from app.web.graph_map import NODE_GAP, GraphMap, graph_maps
from app.web.inside import inside
from app.web.language import load_words
from app.web.storage_map import COLUMNS, Lane, StorageMap, storage_maps
from app.web.templating import Templates
from app.web.timeline import timeline
from tests.looks import BASE, SECONDS, Second, executed

HOSTILE = "<img src=x onerror=alert(1)>\"'&"


def maps(**namespace: Any) -> list[StorageMap]:
    found = storage_maps(json.loads(json.dumps(storages(namespace))))
    return [*found.shared, *found.alone]


def lane(name: str, among: list[StorageMap]) -> Lane:
    return next(lane for one in among for lane in one.lanes if lane.name == name)


def cells(one: Lane) -> list[tuple[str, str]]:
    """Index and value in each cell, in the order of memory; nothing where the name does not look."""
    return [(box.index, box.text) for box in one.boxes]


@pytest.mark.parametrize("second", SECONDS, ids=lambda second: second.name)
def test_names_of_the_same_memory_are_drawn_over_the_same_cells(second: Second) -> None:
    namespace, _ = executed(BASE + second.make)
    found = storage_maps(storages(namespace))
    if second.shares:
        (one,) = found.shared
        assert one.names == ["x", "y"]
        assert one.colour == "a"
        assert [box.x for box in one.lanes[0].boxes] == [box.x for box in one.lanes[1].boxes]
    else:
        assert [one.names for one in found.alone] == [["x"], ["y"]]
        assert [one.colour for one in found.alone] == ["", ""]


def test_views_say_which_element_each_cell_is() -> None:
    x = torch.arange(6.0)
    among = maps(x=x, m=x.view(2, 3), t=x.view(2, 3).t(), s=x[1::2], e=x[1:2].expand(3), w=x.as_strided((3, 2), (1, 1)))
    assert [index for index, _ in cells(lane("m", among))] == ["0,0", "0,1", "0,2", "1,0", "1,1", "1,2"]
    assert [index for index, _ in cells(lane("t", among))] == ["0,0", "1,0", "2,0", "0,1", "1,1", "2,1"]
    assert cells(lane("s", among)) == [("", ""), ("0", "1."), ("", ""), ("1", "3."), ("", ""), ("2", "5.")]
    assert cells(lane("e", among))[:3] == [("", ""), ("∗", "1."), ("", "")]
    assert [index for index, _ in cells(lane("w", among))] == ["0,0", "0,1 +1", "1,1 +1", "2,1", "", ""]
    assert [lane(name, among).cells for name in "xse"] == ["0–5", "1, 3, 5", "1"]


def test_strides_and_offsets_are_drawn() -> None:
    x = torch.arange(6.0)
    among = maps(x=x, t=x.view(2, 3).t(), s=x[2:])
    assert [arc.label for arc in lane("t", among).arcs] == ["3", "1"]
    assert lane("t", among).offset_to == 0
    tail = lane("s", among)
    assert tail.offset == 2
    assert tail.offset_to == tail.boxes[2].x > 0


def test_wide_and_narrow_numbers_over_the_same_bytes() -> None:
    x = torch.ones(2, dtype=torch.float64)
    among = maps(x=x, halves=x.view(torch.int32))
    wide, narrow = lane("x", among), lane("halves", among)
    assert [box.width for box in wide.boxes] == [2 * box.width for box in narrow.boxes[:2]]
    assert wide.width == narrow.width


def test_a_large_storage_is_drawn_in_part_with_the_beginning_of_each_name() -> None:
    x = torch.arange(100_000.0)
    among = maps(x=x, far=x[50_000:50_003], last=x[-1:])
    one = among[0]
    assert len(one.marks) <= COLUMNS
    assert one.gaps
    assert lane("far", among).cells == "50000–50002"
    assert lane("last", among).cells == "99999"
    assert lane("x", among).partial
    assert not lane("far", among).partial


def test_what_has_no_values_or_no_cells_is_drawn_all_the_same() -> None:
    among = maps(meta=torch.ones(2, device="meta"), empty=torch.empty(0), scalar=torch.tensor(3.0))
    assert cells(lane("meta", among)) == [("0", ""), ("1", "")]
    assert lane("empty", among).boxes == ()
    assert cells(lane("scalar", among)) == [("", "3.")]


def view(**changes: Any) -> dict[str, Any]:
    return {
        "name": "x", "kind": "tensor", "dtype": "d", "shape": [2**40] * 64, "stride": [2**62] * 64, "offset": 0,
        "start": -(2**62), "itemsize": 2**16, "contiguous": True, "version": 0, "requires_grad": False, "values": None,
        "same_as": None, **changes,
    }  # fmt: skip


def test_absurd_claims_are_drawn_small() -> None:
    views = [view(), view(start=2**62, stride=[], shape=[5]), view(stride=[-1e300] * 64), view(itemsize=1, start=0)]
    event = {
        "storages": [{"letter": "1", "device": "", "nbytes": 2**62, "unit": 1, "views": views, "left_out": 0}],
        "opaque": [], "left_out": 0,
    }  # fmt: skip
    (one,) = storage_maps(event).shared
    assert one.width < 10_000
    assert all(len(lane.boxes) <= COLUMNS for lane in one.lanes)


def laid_out(of: str, **namespace: Any) -> GraphMap:
    found = graph_maps(json.loads(json.dumps(graphs(namespace))))
    return next(one for one in found if one.of == of)


def test_a_graph_goes_down_from_the_chosen_tensor_to_its_leaves() -> None:
    w = torch.ones(2, requires_grad=True)
    b = torch.ones(2, requires_grad=True)
    h = (w * 2 + b).exp()
    one = laid_out("loss", w=w, b=b, h=h, loss=(h + w).sum())
    by_name = {node.variable or node.name: node for node in one.nodes}
    assert one.nodes[0].y < by_name["h"].y < min(by_name["w"].y, by_name["b"].y)
    for edge in one.edges:
        assert one.nodes[edge.start].y < one.nodes[edge.end].y
    assert one.root == "SumBackward0"


def test_nodes_of_a_layer_do_not_touch_and_stay_in_the_picture() -> None:
    leaves = {f"w{number}": torch.ones(1, requires_grad=True) for number in range(12)}
    one = laid_out("all", **leaves, all=torch.cat([leaf.exp() for leaf in leaves.values()]))
    rows: dict[int, list[Any]] = {}
    for node in one.nodes:
        rows.setdefault(node.y, []).append(node)
        assert node.x >= 0
        assert node.x + node.width <= one.width
        assert node.y + 44 <= one.height
    for row in rows.values():
        row.sort(key=lambda node: node.x)
        for left, right in pairwise(row):
            assert right.x - left.x - left.width >= NODE_GAP - 2


def test_a_forged_graph_that_goes_in_circles_is_laid_out() -> None:
    node: dict[str, Any] = {
        "name": "n", "kind": "function", "variable": None, "shape": None, "dtype": None, "freed": False, "saved": [],
    }  # fmt: skip
    edges = [[a, b, 0] for a in range(12) for b in range(12) if a != b][:120]
    (one,) = graph_maps({"graphs": [{"of": "x", "shape": [], "nodes": [node] * 12, "edges": edges, "cut": False}]})
    assert len(one.nodes) == 12
    assert graph_maps({"graphs": [{"of": "x", "shape": [], "nodes": [], "edges": [], "cut": False}]})[0].nodes == ()


def test_the_timeline_begins_where_there_is_something_to_see() -> None:
    _, recorder = executed("import math\n" + BASE + "y = x.view(2, 3)\nx[1] = 9\ndel y\n")
    told = timeline(json.loads(json.dumps(recorder.report())))
    assert told.first == 3
    write = told.steps[4]
    assert [(row.name, row.change, row.through) for row in write.rows] == [
        ("x", "in_place", ""),
        ("y", "in_place", "x"),
    ]
    assert [[value.changed for value in line] for line in write.rows[1].values or ()] == [
        [False, True, False],
        [False, False, False],
    ]
    assert (write.rows[0].version_before, write.rows[0].version) == ("0", "1")
    assert [(row.name, row.change) for row in told.steps[5].rows] == [("y", "gone")]


class Attributes(HTMLParser):
    """Names of all elements and attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.names: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.names.update(name for name, _ in attrs)


@pytest.fixture(scope="module")
def templates() -> Templates:
    chosen = Settings()
    return Templates(chosen.templates_dir, load_words(chosen.locale_dir), Assets(chosen.static_dir))


def events() -> dict[str, Any]:
    code = BASE + "d = x.detach()\nw = torch.ones(6, requires_grad=True)\nz = (w * x).exp().sum()\nx.add_(1)\n"
    namespace, recorder = executed(code)
    return {"storages": storages(namespace), "steps": recorder.report(), "graphs": graphs(namespace)}


def hostile(value: Any) -> Any:
    """*value* with every free text in it replaced by markup."""
    if isinstance(value, dict):
        kept = {"change", "state", "kind", "stopped"}
        return {key: item if key in kept else hostile(item) for key, item in value.items()}
    if isinstance(value, list):
        return [hostile(item) for item in value]
    return HOSTILE if isinstance(value, str) else value


def drawn(templates: Templates, lang: Lang, seen: Any) -> str:
    return str(templates.partial(lang, "partials/inside.html", inside=inside(seen), sid="card"))


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_page_part_says_what_there_is_without_inline_script_or_style(templates: Templates, lang: Lang) -> None:
    html = drawn(templates, lang, events())
    text = re.sub(r"<[^>]+>", " ", html)
    for word in ("SumBackward0", "AccumulateGrad", "x.add_(1)", "float32"):
        assert word in text
    assert not re.search(r"\son\w+=|<script|<style|\sstyle=", html)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_whatever_a_run_claims_is_text(templates: Templates, lang: Lang) -> None:
    html = drawn(templates, lang, hostile(events()))
    assert "&lt;img" in html
    parser = Attributes()
    parser.feed(html)
    assert "img" not in parser.tags
    assert not [name for name in parser.names if name.startswith("on") or name in {"src", "href", "style"}]


def test_only_the_looks_that_were_asked_for_are_drawn(templates: Templates) -> None:
    seen = events()
    html = drawn(templates, "en", {"graphs": seen["graphs"]})
    assert "look-graphs" in html
    assert "look-storages" not in html
    assert "look-steps" not in html
    assert inside({}) is None


def test_empty_looks_say_so(templates: Templates) -> None:
    html = drawn(
        templates,
        "en",
        {
            "storages": {"storages": [], "opaque": [], "left_out": 0},
            "steps": {"steps": [], "stopped": None, "left_out": 0},
            "graphs": {"graphs": [], "left_out": 0},
        },
    )
    for words in ("No tensor with memory of its own", "No statement was reached", "has a graph behind it"):
        assert words in html
