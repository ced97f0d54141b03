//! What is said about each algorithm: its names, what it does, and what it guarantees.

use super::Algorithm;
use crate::names::Entry;

impl Algorithm {
    pub(super) fn description(self) -> Entry {
        let (name, aliases, summary, guarantee): (_, &'static [&'static str], _, _) = match self {
            Self::Bfs => (
                "bfs",
                &["breadth-first"],
                "breadth-first search, layer by layer",
                "optimal; stores every position seen",
            ),
            Self::Bidirectional => (
                "bidirectional",
                &["bibfs", "bidirectional-bfs"],
                "breadth-first search from the start and the goal at once",
                "optimal; stores about the square root of what bfs does; needs a goal that fixes every piece",
            ),
            Self::Dfs => (
                "dfs",
                &["depth-first"],
                "depth-first search with a visited table; takes a depth limit",
                "any length; complete within the depth limit; stores every position visited",
            ),
            Self::IterativeDeepening => (
                "iterative-deepening",
                &["progressive-deepening", "iddfs", "id"],
                "depth-first search to depth 1, 2, 3, …",
                "optimal; stores the current path only",
            ),
            Self::VisitedDeepening => (
                "visited-deepening",
                &["idv", "iterative-deepening-visited", "progressive-deepening-visited"],
                "depth-first search to depth 1, 2, 3, … with a visited table at each depth",
                "optimal; stores every position within the last depth",
            ),
            Self::Dijkstra => (
                "dijkstra",
                &["uniform-cost", "ucs"],
                "the cheapest position first",
                "optimal; stores every position seen",
            ),
            Self::Greedy => (
                "greedy",
                &["best-first", "gbfs"],
                "the lowest estimate h first",
                "any length; stores every position seen",
            ),
            Self::Astar => (
                "astar",
                &["a*", "a-star"],
                "the lowest f = g + h first, high g first among equals",
                "optimal with an admissible heuristic; stores every position seen",
            ),
            Self::Wastar => (
                "wastar",
                &["weighted-astar", "wa*"],
                "the lowest g + w·h first; takes a weight",
                "within the factor w with an admissible heuristic; stores every position seen",
            ),
            Self::Arastar => (
                "arastar",
                &["ara*", "ara-star", "anytime-astar"],
                "weighted A* that goes on with lower weights after each solution; takes a weight and a bound",
                "each solution within a proven factor, the last one optimal; stores every position seen",
            ),
            Self::Ida => (
                "ida",
                &["ida*", "idastar", "ida-star"],
                "depth-first search to growing bounds on g + h",
                "optimal with an admissible heuristic; stores the current path only",
            ),
            Self::Layered => (
                "layered",
                &[],
                "breadth-first in compact layers on all cores, from both ends where possible",
                "optimal; stores about four bytes a position, on disk when memory runs out",
            ),
            Self::Beam => (
                "beam",
                &["beam-search"],
                "layer by layer, the positions of lowest estimate; takes a beam width",
                "any length, and may find nothing; stores six bytes for each position kept",
            ),
            Self::Anytime => (
                "anytime",
                &[],
                "a solution at once, then shorter ones by ever wider beams until the time limit",
                "any length, with a proven lower bound; memory grows with the beams, up to 1.5 GiB",
            ),
            Self::HillClimbing => (
                "hill-climbing",
                &["simple-hill-climbing"],
                "on to the first neighbour with a lower estimate, until there is none",
                "any length, and may get stuck; stores the moves made (Russell & Norvig, section 4.1)",
            ),
            Self::SteepestAscent => (
                "steepest-ascent",
                &["steepest-hill-climbing"],
                "on to the neighbour with the lowest estimate, while it is lower",
                "any length, and may get stuck; stores the moves made (Russell & Norvig, section 4.1)",
            ),
            Self::StochasticHillClimbing => (
                "stochastic-hill-climbing",
                &[],
                "on to any neighbour with a lower estimate, by chance; takes a seed",
                "any length, and may get stuck; stores the moves made (Russell & Norvig, section 4.1)",
            ),
            Self::RestartingHillClimbing => (
                "restarting-hill-climbing",
                &["random-restarts"],
                "steepest ascent, up to 1,000 times again after ever more random moves; takes a seed",
                "any length, and may get stuck; stores the moves made (Russell & Norvig, section 4.1)",
            ),
            Self::Annealing => (
                "annealing",
                &["simulated-annealing", "sa"],
                "a million random moves, ever fewer of them to higher estimates; takes a seed",
                "any length, and may get stuck; stores the moves made (Kirkpatrick, Gelatt & Vecchi 1983)",
            ),
            Self::Rbfs => (
                "rbfs",
                &["recursive-best-first"],
                "the lowest f first along one path, remembering the best f of what it leaves",
                "optimal with an admissible heuristic; stores the moves along one path (Korf 1993)",
            ),
            Self::Sma => (
                "sma",
                &["sma*", "sma-star"],
                "A* that forgets its worst leaf when there is no room; takes a capacity",
                "optimal with an admissible heuristic if the solution's way fits; stores the capacity (Russell 1992)",
            ),
            Self::IdaTt => (
                "ida-tt",
                &["transposition-ida"],
                "IDA* with a table of positions entered in the same iteration; takes a capacity",
                "optimal with an admissible heuristic; stores the capacity (Reinefeld & Marsland 1994)",
            ),
            Self::Bts => (
                "bts",
                &["ibex", "budgeted-tree-search"],
                "IDA* with budgets, so that each iteration is larger than the last by a factor",
                "optimal with an admissible heuristic; stores the current path only (Helmert et al. 2019)",
            ),
            Self::Frontier => (
                "frontier",
                &["frontier-search"],
                "breadth-first in three layers; the way is found by searching its halves",
                "optimal; stores three layers, and one halfway (Korf et al. 2005)",
            ),
            Self::Bfida => (
                "bfida",
                &["bfida*", "bfhs", "breadth-first-heuristic-search"],
                "breadth-first to growing bounds on g + h, in three layers",
                "optimal with an admissible heuristic; stores three layers, and one halfway (Zhou & Hansen 2006)",
            ),
            Self::Pea => (
                "pea",
                &["pea*", "partial-expansion"],
                "A* that stores a successor only when its f is the lowest",
                "optimal with an admissible heuristic; stores fewer positions than A* (Yoshizumi et al. 2000)",
            ),
            Self::Epea => (
                "epea",
                &["epea*", "enhanced-partial-expansion"],
                "partial expansion that makes only the moves whose f is the lowest, by foreseen estimates",
                "optimal with an admissible heuristic; stores fewer positions than A* (Goldenberg et al. 2014)",
            ),
            Self::AstarIda => (
                "astar-ida",
                &["a*+ida*", "astar+ida"],
                "A* while there is room, then IDA* below where it left off; takes a capacity",
                "optimal with an admissible heuristic; stores the capacity (Bu & Korf 2019)",
            ),
            Self::Hda => (
                "hda",
                &["hda*", "parallel-astar", "hash-distributed"],
                "A* on several threads, each with the positions that are its own by their hash; takes threads",
                "optimal, with an admissible heuristic only; the same cost on every run, counts and moves may \
                 differ; stepped, its owners take turns on one thread; stores every position seen \
                 (Kishimoto et al. 2009)",
            ),
            Self::Lrta => (
                "lrta",
                &["lrta*", "learning-real-time"],
                "an agent: to the best neighbour, having learned what the position left is worth",
                "any length, as walked; stores every position seen (Korf 1990)",
            ),
            Self::Rta => (
                "rta",
                &["rta*", "real-time"],
                "an agent: to the best neighbour, leaving behind what the second best is worth",
                "any length, as walked; stores every position seen (Korf 1990)",
            ),
            Self::LssLrta => (
                "lss-lrta",
                &["lss-lrta*"],
                "an agent that looks at a number of positions before it goes to the best; takes a capacity",
                "any length, as walked; stores every position seen (Koenig & Sun 2009)",
            ),
            Self::Levin => (
                "levin",
                &["lts", "levin-tree-search"],
                "ways of n positions with probability p by the lowest n / p; estimates make the policy, as the \
                 learned one",
                "any length, within n / p expansions for every solution; stores every way seen (Orseau et al. 2018)",
            ),
            Self::Mcts => (
                "mcts",
                &["uct", "monte-carlo"],
                "on where random walks came near the goal, or few have been (UCB1); takes a seed",
                "any length; stores every position seen (Kocsis & Szepesvári 2006)",
            ),
            Self::Focal => (
                "focal",
                &["focal-search", "astar-epsilon", "a*-epsilon"],
                "the lowest h among positions with g + h within w of the lowest; takes a weight",
                "within the factor w with an admissible heuristic; stores every position seen (Pearl & Kim 1982)",
            ),
            Self::Ees => (
                "ees",
                &["explicit-estimation"],
                "what seems nearest by corrected estimates, as far as the bound allows; takes a weight",
                "within the factor w with an admissible heuristic; stores every position seen (Thayer & Ruml 2011)",
            ),
            Self::Optimistic => (
                "optimistic",
                &["optimistic-search"],
                "weighted A* with the weight 2 w - 1, then a proof of the bound; takes a weight",
                "within the factor w with an admissible heuristic; stores every position seen (Thayer & Ruml 2008)",
            ),
            Self::DynamicPotential => (
                "dps",
                &["dynamic-potential"],
                "the highest (w·fmin - g) / h first; takes a weight",
                "within the factor w with an admissible heuristic; stores every position seen (Gilon et al. 2016)",
            ),
            Self::Mm => (
                "mm",
                &["meet-in-the-middle"],
                "from both ends, the lowest max(f, 2 g) first",
                "optimal with an admissible heuristic; stores every position seen; needs a goal that fixes every \
                 piece (Holte et al. 2017)",
            ),
            Self::Nbs => (
                "nbs",
                &["near-optimal-bidirectional"],
                "from both ends, in pairs of positions that must be broken up",
                "optimal with an admissible heuristic; stores every position seen; needs a goal that fixes every \
                 piece (Chen et al. 2017)",
            ),
            Self::Bae => (
                "bae",
                &["bae*", "bae-star"],
                "from both ends, the lowest f plus what h was wrong by so far",
                "optimal, with a consistent heuristic only; stores every position seen; needs a goal that fixes every \
                 piece (Sadhukhan 2013)",
            ),
            Self::Dvcbs => (
                "dvcbs",
                &["dynamic-vertex-cover"],
                "from both ends, by a smallest set of positions that breaks up all pairs",
                "optimal with an admissible heuristic; stores every position seen; needs a goal that fixes every \
                 piece (Shperberg et al. 2019)",
            ),
        };
        Entry { name, aliases, summary, guarantee }
    }
}
