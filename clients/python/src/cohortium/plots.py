"""Manhattan, QQ, region and forest plots with matplotlib, in the colours of the pages."""

from __future__ import annotations

import math
from typing import Any, Mapping, Sequence

from . import frames
from .errors import CohortiumError

#: Colours by their name on the pages (``web/src/theme/tokens.css``), light and dark.
COLOURS: dict[str, dict[str, str]] = {
    "light": {
        "surface": "#ffffff", "line": "#e3e6eb", "text": "#16202c", "muted": "#5b6776", "plot-1": "#2f4bd8",
        "plot-2": "#8590a6", "plot-hit": "#d1495b", "ld-1": "#8b93ad", "ld-2": "#1f6cb3", "ld-3": "#12a184",
        "ld-4": "#b26a03", "ld-5": "#6b2a00", "plot-recombination": "#8193ae", "plot-gene": "#34465e",
    },
    "dark": {
        "surface": "#161d26", "line": "#26303c", "text": "#e8edf3", "muted": "#a3afbd", "plot-1": "#8da2ff",
        "plot-2": "#65728a", "plot-hit": "#ff8796", "ld-1": "#626c85", "ld-2": "#3f8ff2", "ld-3": "#5fd9bd",
        "ld-4": "#d3a11f", "ld-5": "#ffe9b0", "plot-recombination": "#5d708c", "plot-gene": "#a9b8cc",
    },
}  # fmt: skip

GENOME_WIDE = -math.log10(5e-8)
SUGGESTIVE = 5.0
_RATE_SHARE = 0.6  # of the height for recombination
_LANES = 4  # of genes


def _axes(ax: Any, dark: bool, size: tuple[float, float]) -> tuple[Any, dict[str, str]]:
    colours = COLOURS["dark" if dark else "light"]
    if ax is None:
        try:
            import matplotlib.pyplot as plt
        except ImportError as cause:
            sentence = "Install matplotlib for plots: apt install python3-matplotlib, or pip install matplotlib."
            raise CohortiumError(sentence) from cause
        figure, ax = plt.subplots(figsize=size, layout="constrained")
        figure.set_facecolor(colours["surface"])
    ax.set_facecolor(colours["surface"])
    ax.tick_params(colors=colours["muted"], length=0, labelsize=8)
    for name, spine in ax.spines.items():
        spine.set_visible(name == "bottom")
        spine.set_color(colours["line"])
    ax.set_axisbelow(True)
    return ax, colours


def _grid(ax: Any, colours: Mapping[str, str], axis: str = "y") -> None:
    ax.grid(axis=axis, color=colours["line"], linewidth=0.8)


def _label(ax: Any, colours: Mapping[str, str], x: str = "", y: str = "", title: str = "") -> None:
    ax.set_xlabel(x, color=colours["muted"], fontsize=9)
    ax.set_ylabel(y, color=colours["muted"], fontsize=9)
    if title:
        ax.set_title(title, loc="left", color=colours["text"], fontsize=10, fontweight="bold")


def manhattan(data: Mapping[str, Any], ax: Any = None, title: str = "", dark: bool = False) -> Any:
    """A Manhattan plot of ``client.manhattan(result)``. Returns the axes."""
    from matplotlib.collections import PolyCollection

    ax, colours = _axes(ax, dark, (10, 3.4))
    genome = data["chromosomes"]
    offset = dict(zip(genome["code"], genome["offset"]))
    length = dict(zip(genome["code"], genome["length"]))
    shade = {code: colours["plot-1" if i % 2 == 0 else "plot-2"] for i, code in enumerate(genome["code"])}
    cells, step, width = data["cells"], data["y_step"], data["bin_width"]
    boxes, faces = [], []
    for code, number, low, high in zip(cells["chromosome"], cells["bin"], cells["from"], cells["to"]):
        left = offset[code] + number * width
        right = offset[code] + min((number + 1) * width, length[code])
        bottom, top = low * step, (high + 1) * step
        boxes.append([(left, bottom), (right, bottom), (right, top), (left, top)])
        faces.append(shade[code])
    ax.add_collection(PolyCollection(boxes, facecolors=faces, edgecolors="none"))
    points = data["points"]
    x = [offset[c] + p for c, p in zip(points["chromosome"], points["position"])]
    ax.scatter(x, points["y"], s=4, c=[shade[c] for c in points["chromosome"]], marker="s", linewidths=0)
    hits = [i for i, y in enumerate(data["top"]["y"]) if y >= data["genome_wide"]]
    ax.scatter(
        [offset[data["top"]["chromosome"][i]] + data["top"]["position"][i] for i in hits],
        [data["top"]["y"][i] for i in hits], s=9, color=colours["plot-hit"], linewidths=0,
    )  # fmt: skip
    ax.axhline(data["genome_wide"], color=colours["plot-hit"], linestyle=(0, (4, 4)), linewidth=1)
    ax.axhline(data["suggestive"], color=colours["muted"], linestyle=(0, (2, 4)), linewidth=1)
    shown = [i for i, name in enumerate(genome["name"]) if len(genome["name"]) < 12 or int(genome["code"][i]) not in (17, 19, 21)]
    ax.set_xticks([genome["offset"][i] + genome["length"][i] / 2 for i in shown], [genome["name"][i] for i in shown])
    ax.set_xlim(0, genome["total"])
    ax.set_ylim(0, max(data["max_y"], data["genome_wide"] * 1.15) * 1.05)
    _grid(ax, colours)
    _label(ax, colours, "Chromosome", "−log10 P", title)
    return ax


def qq(data: Mapping[str, Any], ax: Any = None, title: str = "", dark: bool = False) -> Any:
    """A QQ plot of ``client.qq(result)`` or of ``qq_of`` with its 95 % band under the null. Returns the axes."""
    ax, colours = _axes(ax, dark, (4, 4))
    series, band = data["series"][0], data["band"]
    ax.fill_between(band["expected"], band["lower"], band["upper"], color=colours["line"], linewidth=0)
    most = max(series["expected"])
    ax.plot([0, most], [0, most], color=colours["muted"], linestyle=(0, (3, 3)), linewidth=1)
    ax.scatter(series["expected"], series["observed"], s=8, color=colours["plot-1"], linewidths=0)
    _grid(ax, colours)
    lambda_gc = data.get("lambda_gc")
    _label(ax, colours, "Expected −log10 P", "Observed −log10 P", title or (f"λ {lambda_gc:.3f}" if lambda_gc else ""))
    ax.set_xlim(0)
    ax.set_ylim(0)
    return ax


def qq_of(neg_log10_p: Sequence[float]) -> dict[str, Any]:
    """The data of a QQ plot of −log10 P values; the band is pointwise, by the normal approximation of order statistics."""
    observed = sorted((float(y) for y in neg_log10_p if y == y), reverse=True)
    n = len(observed)
    if not n:
        raise CohortiumError("There is no P value to plot.")
    a = 3 / 8 if n <= 10 else 1 / 2
    expected = [-math.log10((i - a) / (n + 1 - 2 * a)) for i in range(1, n + 1)]
    lower, upper = [], []
    for i in range(1, n + 1):
        mean, deviation = i / (n + 1), math.sqrt(i * (n - i + 1) / ((n + 1) ** 2 * (n + 2)))
        lower.append(-math.log10(min(mean + 1.96 * deviation, 1)))
        upper.append(-math.log10(max(mean - 1.96 * deviation, mean / 10)))
    return {
        "series": [{"name": "All", "n": n, "expected": expected, "observed": observed}],
        "band": {"expected": expected, "lower": lower, "upper": upper},
    }


def _ld_colour(r2: float | None, colours: Mapping[str, str]) -> str:
    step = 0 if r2 is None else min(int(r2 / 0.2), 4)
    return colours[f"ld-{step + 1}"]


def region(view: Mapping[str, Any], axes: Any = None, dark: bool = False) -> Any:
    """A region of ``client.region_view``: variants by LD, recombination rate, genes. Returns the axes, genes last."""
    tracks = view["tracks"]
    axes = _region_axes(axes, len(tracks))
    span = view["region"]
    for ax, track in zip(axes, tracks):
        _, colours = _axes(ax, dark, (8, 3))
        if ax.figure.get_facecolor()[:3] == (1, 1, 1):
            ax.figure.set_facecolor(colours["surface"])
        _track(ax, track, view, colours)
        ax.set_xlim(span["start"], span["end"])
        ax.tick_params(labelbottom=False)
    ax, colours = _axes(axes[-1], dark, (8, 1))
    _genes(ax, view["genes"]["items"], span, colours)
    ax.set_xlim(span["start"], span["end"])
    ax.xaxis.set_major_formatter(lambda value, _: f"{value / 1e6:.2f}")
    _label(ax, colours, f"Chromosome {span['chromosome']} (Mb, {view['genome_build']})")
    return axes


def _region_axes(axes: Any, tracks: int) -> Any:
    if axes is not None:
        return axes
    import matplotlib.pyplot as plt

    heights = [3.0] * tracks + [1.1]
    _, made = plt.subplots(
        tracks + 1, 1, figsize=(8, sum(heights)), height_ratios=heights, sharex=True, layout="constrained"
    )
    return made


def _track(ax: Any, track: Mapping[str, Any], view: Mapping[str, Any], colours: Mapping[str, str]) -> None:
    points = track["points"]
    y = [math.nan if value is None else value for value in points["neg_log_10_p_value"]]
    r2 = points.get("r2")
    if r2:
        order = sorted(range(len(y)), key=lambda i: -1 if r2[i] is None else r2[i])
        colour = [_ld_colour(r2[i], colours) for i in order]
        ax.scatter([points["position"][i] for i in order], [y[i] for i in order], s=14, c=colour, linewidths=0)
    else:
        ax.scatter(points["position"], y, s=12, color=colours["plot-1"], linewidths=0, alpha=0.75)
    if track.get("lead") is not None:
        lead = track["lead"]
        ax.scatter(points["position"][lead], y[lead], s=46, marker="D", color=colours["plot-hit"], zorder=3)
        name = points["rsid"][lead] or f"{view['region']['chromosome']}:{points['position'][lead]}"
        ax.annotate(name, (points["position"][lead], y[lead]), xytext=(7, 3), textcoords="offset points",
                    fontsize=8, color=colours["text"])  # fmt: skip
    ax.axhline(GENOME_WIDE, color=colours["plot-hit"], linestyle=(0, (4, 4)), linewidth=1)
    tallest = max([value for value in y if value == value] or [1])
    ax.set_ylim(0, max(tallest, GENOME_WIDE) * 1.1)
    rates = view["recombination"]
    if rates["position"]:
        twin = ax.twinx()
        twin.step(rates["position"], rates["rate"], where="post", color=colours["plot-recombination"], linewidth=0.8)
        twin.set_ylim(0, max(max(rates["rate"]), 1) / _RATE_SHARE)
        twin.tick_params(colors=colours["muted"], length=0, labelsize=8)
        twin.set_ylabel("cM/Mb", color=colours["muted"], fontsize=9)
        for spine in twin.spines.values():
            spine.set_visible(False)
    _grid(ax, colours)
    _label(ax, colours, "", "−log10 P", track["result"]["title"])


def _genes(ax: Any, genes: Sequence[Mapping[str, Any]], span: Mapping[str, Any], colours: Mapping[str, str]) -> None:
    free = [-math.inf] * _LANES
    room = (span["end"] - span["start"]) * 0.012
    for gene in sorted(genes, key=lambda g: int(g["start"])):
        ends = max(gene["end"], gene["start"] + room * len(gene["symbol"]))
        lane = next((i for i in range(_LANES) if free[i] < gene["start"]), None)
        if lane is None:
            continue
        free[lane] = ends + room
        ax.plot([gene["start"], gene["end"]], [-lane, -lane], color=colours["plot-gene"], linewidth=1)
        for start, end in gene["exons"]:
            ax.plot([start, end], [-lane, -lane], color=colours["plot-gene"], linewidth=5, solid_capstyle="butt")
        label = f"{gene['symbol']} →" if gene["strand"] == "+" else f"← {gene['symbol']}"
        ax.text(max(gene["start"], span["start"]), -lane + 0.25, label, fontsize=7, color=colours["plot-gene"],
                style="italic", clip_on=True)  # fmt: skip
    ax.set_ylim(-_LANES + 0.4, 0.9)
    ax.set_yticks([])


def forest(table: Any, ax: Any = None, title: str = "", dark: bool = False) -> Any:
    """A forest plot of the data frame of ``client.variant``: effects with 95 % intervals. Returns the axes.

    Draw effects of one scale only: ``table[table.effect_scale == "log_odds"]``.
    """
    rows = table[table["beta"].notna() & table["standard_error"].notna()]
    if not len(rows):
        raise CohortiumError("There is no effect to plot.")
    scales = {scale for scale in rows.get("effect_scale", []) if scale}
    if len(scales) > 1:
        raise CohortiumError(f"Effects on different scales cannot share an axis: {', '.join(sorted(scales))}. Select one.")
    ax, colours = _axes(ax, dark, (7, 0.32 * len(rows) + 1.1))
    for i, (_, row) in enumerate(rows.iterrows()):
        whole = row.get("role") == "meta"
        colour = colours["plot-hit" if whole else "plot-1"]
        ax.plot([row["beta"] - 1.96 * row["standard_error"], row["beta"] + 1.96 * row["standard_error"]], [-i, -i],
                color=colour, linewidth=1.4)  # fmt: skip
        ax.scatter(row["beta"], -i, s=40 if whole else 24, marker="D" if whole else "s", color=colour, zorder=3)
    ax.axvline(0, color=colours["muted"], linewidth=1)
    ax.set_yticks([-i for i in range(len(rows))], list(rows["title"]))
    ax.set_ylim(-len(rows) + 0.4, 0.6)
    _grid(ax, colours, "x")
    _label(ax, colours, "Effect (95 % interval)", "", title)
    return ax


def phewas(table: Any, ax: Any = None, title: str = "", dark: bool = False) -> Any:
    """−log10 P of a variant by phenotype, from ``client.phewas``. Triangles show the direction. Returns the axes."""
    frames.pandas()
    ax, colours = _axes(ax, dark, (7, 0.3 * len(table) + 1.1))
    for i, (_, row) in enumerate(table.iterrows()):
        hit = row["neg_log_10_p_value"] >= GENOME_WIDE
        ax.scatter(row["neg_log_10_p_value"], -i, s=34, marker="^" if row["beta"] >= 0 else "v",
                   color=colours["plot-hit" if hit else "plot-1"])  # fmt: skip
    ax.axvline(GENOME_WIDE, color=colours["plot-hit"], linestyle=(0, (4, 4)), linewidth=1)
    names = [f"{row['phenotype']} · {row['title']}" for _, row in table.iterrows()]
    ax.set_yticks([-i for i in range(len(table))], names)
    ax.set_ylim(-len(table) + 0.4, 0.6)
    ax.set_xlim(0)
    _grid(ax, colours, "x")
    _label(ax, colours, "−log10 P", "", title)
    return ax
