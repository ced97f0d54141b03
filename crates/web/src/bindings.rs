//! What JavaScript calls. Thin: texts and JSON in and out, errors as exceptions with the message for people.

use js_sys::Function;
use serde::Serialize;
use slidewise_solve::Direction;
use wasm_bindgen::prelude::*;

use crate::session::{Moved, Session};
use crate::view::Happened;
use crate::{catalogue, link, picture, race, solve, team, tree};

type Outcome<T> = Result<T, JsError>;

fn json<T: Serialize + ?Sized>(value: &T) -> Outcome<String> {
    serde_json::to_string(value).map_err(|error| fail(&error.to_string()))
}

fn fail(message: &str) -> JsError {
    JsError::new(message)
}

fn asked(request: &str) -> Outcome<solve::Request> {
    serde_json::from_str(request).map_err(|error| fail(&format!("the request: {error}")))
}

fn way(name: &str) -> Outcome<Direction> {
    let wanted = Direction::ALL.into_iter().find(|direction| direction.word() == name);
    wanted.ok_or_else(|| fail("a direction is up, down, left or right"))
}

/// What there is to choose from, as JSON.
#[wasm_bindgen(js_name = catalogue)]
pub fn catalogue_json() -> Outcome<String> {
    json(&catalogue::catalogue())
}

/// A puzzle in play.
#[wasm_bindgen]
pub struct Play {
    session: Session,
    detected: &'static str,
    warnings: Vec<String>,
}

impl From<Session> for Play {
    fn from(session: Session) -> Self {
        Self { session, detected: "", warnings: Vec::new() }
    }
}

fn done(result: Result<Session, String>) -> Outcome<Play> {
    result.map(Play::from).map_err(|message| fail(&message))
}

fn happened(result: Result<Vec<Moved>, String>) -> Outcome<String> {
    let moved = result.map_err(|message| fail(&message))?;
    json(&moved.iter().map(Happened::from).collect::<Vec<_>>())
}

#[wasm_bindgen]
impl Play {
    /// Reads a puzzle from any text that the program accepts.
    pub fn open(text: &str, goal: &str) -> Outcome<Play> {
        let opened = link::open(text, goal).map_err(|message| fail(&message))?;
        Ok(Self { session: opened.session, detected: opened.detected, warnings: opened.warnings })
    }

    /// Reads a link.
    pub fn linked(text: &str) -> Outcome<Play> {
        done(link::read(text))
    }

    /// A random board.
    pub fn random(rows: usize, cols: usize, goal: &str, seed: f64) -> Outcome<Play> {
        done(Session::new_board(rows, cols, goal, Some(seed as u64)))
    }

    /// A solved board.
    pub fn solved(rows: usize, cols: usize, goal: &str) -> Outcome<Play> {
        done(Session::new_board(rows, cols, goal, None))
    }

    /// The puzzle of a day.
    #[wasm_bindgen(js_name = ofDay)]
    pub fn of_day(date: &str) -> Outcome<Play> {
        done(Session::of_day(date))
    }

    /// The form that was detected.
    #[wasm_bindgen(getter)]
    pub fn detected(&self) -> String {
        self.detected.to_string()
    }

    /// What is odd about the text that was read, as a JSON list.
    #[wasm_bindgen(getter)]
    pub fn warnings(&self) -> Outcome<String> {
        json(&self.warnings)
    }

    /// What is to be drawn, as JSON.
    pub fn view(&self) -> Outcome<String> {
        json(&self.session.view())
    }

    /// Presses a cell.
    pub fn press(&mut self, cell: usize) -> Outcome<String> {
        happened(self.session.press(cell))
    }

    /// Moves the piece that a direction alone means.
    pub fn slide(&mut self, direction: &str) -> Outcome<String> {
        happened(self.session.slide(way(direction)?))
    }

    /// Moves a piece.
    pub fn nudge(&mut self, item: usize, direction: &str, joined: bool) -> Outcome<String> {
        happened(self.session.nudge(item, way(direction)?, joined))
    }

    /// The ways in which a piece can be pulled, as JSON.
    pub fn grips(&self, item: usize) -> Outcome<String> {
        json(&self.session.grips(item))
    }

    /// What a heuristic counts on the board, as JSON; `null` if that cannot be shown.
    pub fn counted(&self, heuristic: &str) -> Outcome<String> {
        json(&self.session.counted(heuristic))
    }

    /// Goes to the position after so many moves.
    #[wasm_bindgen(js_name = goTo)]
    pub fn go_to(&mut self, at: usize) {
        self.session.go_to(at);
    }

    /// Puts the moves of an answer behind the position.
    pub fn load(&mut self, moves: &str) -> Outcome<()> {
        link::load(&mut self.session, moves).map_err(|message| fail(&message))
    }

    /// The puzzle with two cells exchanged.
    pub fn swapped(&self, a: usize, b: usize) -> Outcome<Play> {
        done(self.session.swapped(a, b))
    }

    /// The puzzle made solvable.
    pub fn repaired(&self) -> Outcome<Play> {
        done(self.session.repaired())
    }

    /// The position on its way to another goal.
    pub fn towards(&self, goal: &str) -> Outcome<Play> {
        done(self.session.towards(goal))
    }

    /// The position as text.
    pub fn text(&self) -> Outcome<String> {
        self.session.text().map_err(|message| fail(&message))
    }

    /// The moves as text, in one of the kind's conventions.
    pub fn notation(&self, convention: &str, runs: bool) -> Outcome<String> {
        self.session.notation(convention, runs).map_err(|message| fail(&message))
    }

    /// The whole state in a line.
    pub fn link(&self) -> String {
        link::write(&self.session)
    }

    /// The position in a line, without the moves that lie ahead.
    pub fn here(&self) -> String {
        link::write(&self.session.here())
    }

    /// What the first of these moves, as an answer writes them, would move; nothing is changed.
    pub fn preview(&self, moves: &str) -> Outcome<String> {
        let mut session = self.session.here();
        happened(link::load(&mut session, moves).map(|()| session.ahead()))
    }

    /// What suits the position, as JSON: the algorithm and the heuristic that a request gets which leaves them open.
    pub fn suited(&self) -> Outcome<String> {
        json(&solve::suited(&self.session).map_err(|message| fail(&message))?)
    }

    /// The position as a picture.
    pub fn svg(&self) -> String {
        picture::svg(&self.session.picture())
    }

    /// All moves as a picture that moves, each taking so many seconds.
    pub fn animated(&self, seconds: f64) -> String {
        picture::animated(&self.session, seconds)
    }
}

/// Solves puzzles and keeps the tables for the next one; lives in a worker.
#[wasm_bindgen]
#[derive(Default)]
pub struct Solver {
    solver: slidewise_solve::Solver,
}

#[wasm_bindgen]
impl Solver {
    /// A solver without tables.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Solves a request (JSON) and returns the answer (JSON). `tell` is called with the progress (JSON) and
    /// says whether to go on.
    pub fn solve(&self, request: &str, tell: &Function) -> Outcome<String> {
        let request = asked(request)?;
        let mut told = |progress: &solve::Progress| {
            let text = serde_json::to_string(progress).unwrap_or_default();
            let go_on = tell.call1(&JsValue::NULL, &JsValue::from_str(&text));
            go_on.is_ok_and(|go_on| go_on.is_truthy())
        };
        let answer = solve::solve(&self.solver, &request, &mut told).map_err(|message| fail(&message))?;
        json(&answer)
    }
}

#[wasm_bindgen]
impl Solver {
    /// A search (JSON) as a tree that grows (JSON), for at most so many steps.
    pub fn tree(&self, request: &str, most: usize) -> Outcome<String> {
        let request = asked(request)?;
        json(&tree::tree(&self.solver, &request, most).map_err(|message| fail(&message))?)
    }
}

#[wasm_bindgen]
impl Solver {
    /// The tables that it has, each by a name of its own.
    #[wasm_bindgen(js_name = tableNames)]
    pub fn table_names(&self) -> Vec<String> {
        self.solver.table_names()
    }

    /// A table, to be kept elsewhere.
    pub fn table(&self, name: &str) -> Option<Vec<u8>> {
        self.solver.table(name)
    }

    /// Takes a table that was kept; all of it is checked.
    #[wasm_bindgen(js_name = addTable)]
    pub fn add_table(&self, bytes: &[u8]) -> Outcome<()> {
        self.solver.add_table(bytes).map_err(|error| fail(&error.to_string()))
    }
}

/// Several searches on one puzzle; lives in a worker.
#[wasm_bindgen]
pub struct Race {
    race: race::Race,
}

#[wasm_bindgen]
impl Race {
    /// Puts the searches of a start (JSON) on the line.
    #[wasm_bindgen(constructor)]
    pub fn new(solver: &Solver, start: &str) -> Outcome<Race> {
        let start: race::Start =
            serde_json::from_str(start).map_err(|error| fail(&format!("the request: {error}")))?;
        let race = race::Race::new(&solver.solver, &start).map_err(|message| fail(&message))?;
        Ok(Self { race })
    }

    /// Lets every search go on; whether any still runs.
    pub fn step(&mut self, expansions: u32) -> Outcome<bool> {
        self.race.step(expansions.into()).map_err(|message| fail(&message))
    }

    /// Where they stand, as JSON.
    pub fn lanes(&self) -> Outcome<String> {
        json(&self.race.lanes())
    }
}

/// One of several workers on one search.
#[wasm_bindgen]
pub struct Member {
    member: team::Member,
}

#[wasm_bindgen]
impl Member {
    /// Makes a request (JSON) a search that can be shared, with its tables.
    #[wasm_bindgen(constructor)]
    pub fn new(solver: &Solver, request: &str) -> Outcome<Member> {
        let member = team::Member::new(&solver.solver, &asked(request)?).map_err(|message| fail(&message))?;
        Ok(Self { member })
    }

    /// Goes on for so many expansions; where it stands, as JSON.
    pub fn step(&mut self, expansions: u32) -> Outcome<String> {
        json(&self.member.step(expansions.into()).map_err(|message| fail(&message))?)
    }

    /// The large iteration that has begun, in about so many parts.
    pub fn parts(&self, count: usize) -> Outcome<Vec<String>> {
        self.member.parts(count).map_err(|message| fail(&message))
    }

    /// Goes on with a part.
    pub fn take(&mut self, part: &str) -> Outcome<()> {
        self.member.take(part).map_err(|message| fail(&message))
    }

    /// Goes on with the whole, of which all parts are done.
    pub fn unite(&mut self, reports: Vec<String>) -> Outcome<()> {
        self.member.unite(&reports).map_err(|message| fail(&message))
    }
}
