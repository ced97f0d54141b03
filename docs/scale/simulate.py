#!/usr/bin/env python3
"""How well IDA* is shared among many processes: plays the distribution of subtrees with measured sizes.

    slidewise solve BOARD --algorithm ida --checkpoint search.ckpt --time-limit 60s
    docs/scale/simulate.py search.ckpt --rate 10e6 --latency 50e-6 --service 20e-6

The checkpoint has the expansions of every subtree of an iteration; --rate turns them into seconds. What is played is what
`crates/search/src/engine/team.rs` does: rank 0 gives subtrees out, 2 * clamp(left / (4 * ranks), 1, 8) to a process at
most, and searches some itself; a process asks for more when half of what it has is done. --scale makes all subtrees so
many times larger, as a later iteration would. --split cuts each into so many of equal size.
"""

import argparse
import heapq
import json


def subtrees(path):
    """Expansions in each subtree of the iteration that has the most of them: the one in hand, or the one before it."""
    with open(path) as file:
        saved = json.loads(file.read().splitlines()[1])
    spent = [unit["spent"] for unit in saved["units"] if unit["spent"] > 0]
    before = [unit["before"] for unit in saved["units"] if unit["before"] > 1]
    return max(spent, before, key=sum)


def play(seconds, ranks, latency, service):
    """Seconds until all subtrees are searched."""
    left, at, free = len(seconds), 0, 0.0  # what is left, the next to be given out, when rank 0 has answered
    end = 0.0
    # (when, rank, how many it still has) of processes that ask; rank 0 asks itself, without a message.
    asking = [(0.0, rank) for rank in range(ranks)]
    heapq.heapify(asking)
    busy_until = [0.0] * ranks
    while asking and at < len(seconds):
        when, rank = heapq.heappop(asking)
        fair = min(max(left // (4 * ranks), 1), 8)
        take = 1 if rank == 0 else min(fair, len(seconds) - at)
        if rank == 0:
            arrives = when
        else:
            free = max(free, when + latency) + service
            arrives = free + latency
        batch = seconds[at : at + take]
        at += take
        left -= take
        begin = max(arrives, busy_until[rank])
        busy_until[rank] = begin + sum(batch)
        end = max(end, busy_until[rank])
        # It asks when half of this is done, and has the other half to do until the answer comes.
        half = sum(batch[: len(batch) // 2]) if take > 1 else 0.0
        asks = begin + (half if rank else sum(batch))
        heapq.heappush(asking, (asks, rank))
    return end + (latency if ranks > 1 else 0.0)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkpoint")
    parser.add_argument("--rate", type=float, required=True, help="expansions a second of one process")
    parser.add_argument("--latency", type=float, default=50e-6, help="seconds of a message on its way")
    parser.add_argument("--service", type=float, default=20e-6, help="seconds that rank 0 takes for a message")
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--split", type=int, default=1)
    args = parser.parse_args()
    sizes = [n / args.split for n in subtrees(args.checkpoint) for _ in range(args.split)]
    seconds = [n * args.scale / args.rate for n in sizes]
    total = sum(seconds)
    print(f"{len(seconds)} subtrees, {total:.1f} s on one core, the largest {max(seconds):.3f} s, ", end="")
    print(f"half of them below {sorted(seconds)[len(seconds) // 2]:.4f} s")
    print("| ranks | seconds | efficiency |\n|---|---|---|")
    ranks = 1
    while ranks <= 1024:
        took = play(seconds, ranks, args.latency, args.service)
        print(f"| {ranks} | {took:.3f} | {total / ranks / took:.2f} |")
        ranks *= 2


if __name__ == "__main__":
    main()
