// The package: puzzles and their solver, and the board to play them on. The page is made with it.
export { Advice, type Hint } from './advice';
export { load, Play, Solver, type Backend } from './backend';
export { Board, said, type Editing, type Game } from './board';
export { el, icon, svg, type Attributes, type Icon } from './elements';
export { Engine, Stopped } from './engine';
export { box, CELL, form, outline, shades } from './outline';
export { Puzzle, type Change } from './puzzle';
export { Team } from './team';
export type * from './types';
