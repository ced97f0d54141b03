#!/usr/bin/env python3
"""Makes the boards of this folder: 16×16 cells, 28 pieces, solvable by construction.

Pieces are laid out at random with those that the goal names at their places, and the start is where a random walk
from there ends. Each board depends on its seed alone: `python3 testdata/large-bricks/make.py` writes the same files again.
"""

import pathlib
import random
import string

SIDE, PIECES = 16, 28
LABELS = string.ascii_uppercase + string.ascii_lowercase
STEPS = [(-1, 0), (1, 0), (0, -1), (0, 1)]


class Board:
    def __init__(self):
        self.owner = {}
        self.cells = []
        self.axes = []

    def fits(self, cells):
        return all(0 <= r < SIDE and 0 <= c < SIDE and (r, c) not in self.owner for r, c in cells)

    def put(self, cells, axis=None):
        self.owner.update((cell, len(self.cells)) for cell in cells)
        self.cells.append(cells)
        self.axes.append(axis)

    def step(self, piece, dr, dc):
        """Slides a piece by one cell, if nothing is in the way."""
        if self.axes[piece] == "h" and dr or self.axes[piece] == "v" and dc:
            return
        to = [(r + dr, c + dc) for r, c in self.cells[piece]]
        if all(0 <= r < SIDE and 0 <= c < SIDE and self.owner.get((r, c), piece) == piece for r, c in to):
            for cell in self.cells[piece]:
                del self.owner[cell]
            self.owner.update((cell, piece) for cell in to)
            self.cells[piece] = to

    def rows(self, only=None):
        shown = lambda owner: owner is not None and (only is None or owner in only)
        label = lambda owner: LABELS[owner] if shown(owner) else "."
        return ["".join(label(self.owner.get((r, c))) for c in range(SIDE)) for r in range(SIDE)]


def rectangle(r, c, height, width):
    return [(r + i, c + j) for i in range(height) for j in range(width)]


def laid(rng, first, sizes, axes):
    """A board with these pieces, large ones first, wherever there is room; None if there is none for one of them."""
    board = Board()
    for place in first:
        board.put(rectangle(*place), "h" if axes else None)
    for height, width in sorted(sizes, key=lambda size: -size[0] * size[1]):
        everywhere = [rectangle(r, c, height, width) for r in range(SIDE) for c in range(SIDE)]
        places = [cells for cells in everywhere if board.fits(cells)]
        if not places:
            return None
        board.put(rng.choice(places), ("v" if height > width else "h") if axes else None)
    return board


def make(name, note, seed, first, sizes, walk, axes=False):
    """`first` are the pieces that the goal names, by the places where it wants them."""
    rng = random.Random(seed)
    board = None
    while board is None:
        board = laid(rng, first, sizes(rng, PIECES - len(first)), axes)
    goal = board.rows(range(len(first)))
    for _ in range(walk):
        piece, (dr, dc) = rng.randrange(PIECES), rng.choice(STEPS)
        if piece < len(first):
            # Pieces that the goal names seldom come back.
            (r, c), (home_r, home_c) = board.cells[piece][0], first[piece][:2]
            nearer = dr * (home_r - r) > 0 or dc * (home_c - c) > 0
            if nearer and rng.random() < 0.9:
                continue
        board.step(piece, dr, dc)
    lines = [f"name: {name}", f"note: {note}; made by make.py with the seed {seed}"]
    lines += ["rush: yes"] if axes else []
    lines += ["board:", *board.rows(), "goal:", *goal]
    path = pathlib.Path(__file__).parent / f"{name}.txt"
    path.write_text("\n".join(lines) + "\n")


def cars(rng, count):
    sizes = [(1, 2), (1, 3), (2, 1), (3, 1)]
    return [rng.choice(sizes) for _ in range(count)]


def long_cars(rng, count):
    return [rng.choice([(1, 4), (1, 5), (4, 1), (5, 1), (7, 1)]) for _ in range(count)]


def blocks(rng, count):
    sizes = [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 2), (3, 3)]
    return [rng.choice(sizes) for _ in range(count)]


def large_blocks(rng, count):
    """With the block that the goal names seven tenths of the board."""
    return ([(3, 3)] * 6 + [(2, 4), (4, 2)] * 3 + [(2, 3), (3, 2)] * 2 + [(2, 2)] * 11)[:count]


def main():
    for seed in (1, 2):
        make(f"cars-{seed}", "a car and its exit", seed, [(7, 14, 1, 2)], cars, 20000, axes=True)
        make(f"long-cars-{seed}", "a car and its exit", seed, [(7, 14, 1, 2)], long_cars, 20000, axes=True)
        make(f"blocks-{seed}", "a block and its place", seed, [(13, 6, 3, 3)], blocks, 40000)
        make(f"crowded-{seed}", "a block and its place", seed, [(12, 6, 4, 4)], large_blocks, 400000)
        four = [(0, 0, 2, 2), (0, 14, 2, 2), (14, 0, 2, 2), (14, 14, 2, 2)]
        make(f"four-{seed}", "four blocks and the corners", seed, four, blocks, 40000)


if __name__ == "__main__":
    main()
