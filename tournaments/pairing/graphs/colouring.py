"""Edge colourings of bipartite graphs, by which seats are balanced.

König (1916): a bipartite multigraph whose degrees are at most k has a proper edge colouring in k colours.
For k a power of two Euler splits find it in linear time (Gabow 1976); for others, alternating paths.
"""

from __future__ import annotations

from collections.abc import Sequence

Edges = Sequence[tuple[int, int]]


def split_colours(edges: Edges, colours: int) -> list[int]:
    """Colour a graph with no degree above ``colours`` (a power of two) properly in so many colours.

    Edges are (left node, right node), both sides numbered from 0. Returns a colour an edge.
    """
    out = [0] * len(edges)
    parts = [list(range(len(edges)))]
    while colours > 1:
        halves: list[list[int]] = []
        for part in parts:
            side = euler_split([edges[e] for e in part])
            two: tuple[list[int], list[int]] = ([], [])
            for e, s in zip(part, side, strict=True):
                two[s].append(e)
                out[e] = 2 * out[e] + s
            halves += two
        parts = halves
        colours //= 2
    return out


def euler_split(edges: Edges) -> list[int]:
    """Halve a bipartite multigraph: at every node the two halves differ by at most one edge.

    Odd nodes are joined to a helper on the other side; then closed trails are walked, and an edge is 0 if it
    was walked from left to right. In a bipartite graph that alternates.
    """
    left = max((u for u, _v in edges), default=-1) + 1
    right = max((v for _u, v in edges), default=-1) + 1
    helper_left, first_right, helper_right = left, left + 1, left + 1 + right
    ends = [(u, first_right + v) for u, v in edges]
    degree = [0] * (helper_right + 1)
    for u, v in ends:
        degree[u] += 1
        degree[v] += 1
    odd_left = [u for u in range(left) if degree[u] & 1]
    odd_right = [v for v in range(first_right, helper_right) if degree[v] & 1]
    ends += [(u, helper_right) for u in odd_left]
    ends += [(helper_left, v) for v in odd_right]
    if len(odd_left) & 1:
        ends.append((helper_left, helper_right))
    touching: list[list[int]] = [[] for _ in range(helper_right + 1)]
    for e, (u, v) in enumerate(ends):
        touching[u].append(e)
        touching[v].append(e)
    used = [False] * len(ends)
    side = [0] * len(ends)
    for start in range(helper_right + 1):
        while touching[start]:
            node = start
            while touching[node]:
                e = touching[node].pop()
                if used[e]:
                    continue
                used[e] = True
                u, v = ends[e]
                if node == u:
                    node = v
                else:
                    side[e] = 1
                    node = u
    return side[: len(edges)]


def konig_colours(edges: Edges, colours: int) -> list[int]:
    """Colour a graph likewise for any number of colours, by alternating paths."""
    left = max((u for u, _v in edges), default=-1) + 1
    right = max((v for _u, v in edges), default=-1) + 1
    # at[node][colour] is the edge of that colour there, or -1; right nodes follow the left ones
    at = [[-1] * colours for _ in range(left + right)]
    out = [-1] * len(edges)
    ends = [(u, left + v) for u, v in edges]
    for e, (u, v) in enumerate(ends):
        free, other = at[u].index(-1), at[v].index(-1)
        if at[v][free] != -1:
            path = []
            node, colour = v, free
            while (f := at[node][colour]) != -1:
                path.append(f)
                node = ends[f][0] if node == ends[f][1] else ends[f][1]
                colour = free + other - colour
            for f in path:
                for node in ends[f]:
                    at[node][out[f]] = -1
            for f in path:
                out[f] = free + other - out[f]
                for node in ends[f]:
                    at[node][out[f]] = f
        out[e] = free
        at[u][free] = at[v][free] = e
    return out
