//! Boards as pixels: PNG for one position, GIF for films. Pictures have few colours, so pixels are numbers of a palette
//! from the beginning.

use slidewise_solve::{Picture, Position, Scene};

use super::font::{HEIGHT, WIDTH, glyph};
use super::{
    GROUND, INK, Look, MAIN, MAX_PIXELS, PALETTE, TILE, Undrawn, WALL, check, colour, joined, label_cell,
};

/// All colours that are used.
fn palette() -> Vec<[u8; 3]> {
    [GROUND, INK, WALL, TILE, MAIN].into_iter().chain(PALETTE).collect()
}

/// One position as PNG.
pub fn png(picture: &Picture, look: &Look) -> Result<Vec<u8>, Undrawn> {
    let (width, height) = board_size(&picture.scene, look)?;
    let mut canvas = Canvas::new(width, height)?;
    canvas.board(&picture.scene, &picture.position, look, (0, 0));
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, canvas.width as u32, canvas.height as u32);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette().concat());
    let mut writer = encoder.write_header().map_err(|_| Undrawn::Format)?;
    writer.write_image_data(&canvas.pixels).map_err(|_| Undrawn::Format)?;
    writer.finish().map_err(|_| Undrawn::Format)?;
    Ok(bytes)
}

/// A solution as a film that begins again after its end: each position stays for so many hundredths of a second, the
/// last one for two seconds.
pub fn gif(scene: &Scene, positions: &[Position], look: &Look, hundredths: u16) -> Result<Vec<u8>, Undrawn> {
    let size = board_size(scene, look)?;
    film(size, positions.len(), hundredths, |number, canvas| {
        canvas.board(scene, &positions[number], look, (0, 0));
    })
}

/// Pixels that a board takes, across and down.
pub(super) fn board_size(scene: &Scene, look: &Look) -> Result<(usize, usize), Undrawn> {
    check(look)?;
    Ok((scene.cols * look.cell, scene.rows * look.cell))
}

/// A film that begins again after its end, its frames drawn one by one. Only what has changed since the frame before is
/// written.
pub(super) fn film(
    (width, height): (usize, usize),
    frames: usize,
    hundredths: u16,
    draw: impl Fn(usize, &mut Canvas),
) -> Result<Vec<u8>, Undrawn> {
    if width * height * frames > MAX_PIXELS || width.max(height) > usize::from(u16::MAX) {
        return Err(Undrawn::TooLarge);
    }
    let mut bytes = Vec::new();
    let (w, h) = (width as u16, height as u16);
    let mut encoder =
        gif::Encoder::new(&mut bytes, w, h, &palette().concat()).map_err(|_| Undrawn::Format)?;
    encoder.set_repeat(gif::Repeat::Infinite).map_err(|_| Undrawn::Format)?;
    let mut before: Option<Canvas> = None;
    for number in 0..frames {
        let mut canvas = Canvas::new(width, height)?;
        draw(number, &mut canvas);
        let mut frame = canvas.changed_since(before.as_ref());
        frame.delay = if number + 1 == frames { 200 } else { hundredths };
        encoder.write_frame(&frame).map_err(|_| Undrawn::Format)?;
        before = Some(canvas);
    }
    drop(encoder);
    Ok(bytes)
}

/// Pixels by their place in the palette.
pub(super) struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
    palette: Vec<[u8; 3]>,
}

/// A place on a canvas: pixels from the left and from the top.
type Place = (usize, usize);

impl Canvas {
    fn new(width: usize, height: usize) -> Result<Self, Undrawn> {
        if width * height > MAX_PIXELS {
            return Err(Undrawn::TooLarge);
        }
        Ok(Self { width, height, pixels: vec![0; width * height], palette: palette() })
    }

    /// Draws a board, its upper left corner here.
    pub(super) fn board(&mut self, scene: &Scene, position: &Position, look: &Look, at: Place) {
        for cell in (0..scene.walls.len()).filter(|&cell| scene.walls[cell]) {
            self.fill(corner(scene, cell, look, at), (look.cell, look.cell), WALL);
        }
        for piece in 0..scene.pieces.len() {
            self.piece(scene, position, piece, look, at);
        }
    }

    fn piece(&mut self, scene: &Scene, position: &Position, piece: usize, look: &Look, at: Place) {
        let cells = position.cells_of(piece);
        let fill = colour(scene, position, piece, look);
        let gap = look.cell / 16;
        for &cell in &cells {
            let (x, y) = corner(scene, cell, look, at);
            let side = |towards| if joined(scene, position, cell, towards) { 0 } else { gap };
            let (left, right, top, bottom) = (side((0, -1)), side((0, 1)), side((-1, 0)), side((1, 0)));
            let size = (look.cell - left - right, look.cell - top - bottom);
            self.fill((x + left, y + top), size, fill);
        }
        if let Some(cell) = label_cell(scene, &cells) {
            self.label(scene.label(piece), corner(scene, cell, look, at), look.cell);
        }
    }

    /// The smallest rectangle with all that is different, as a frame; one pixel where nothing is.
    fn changed_since(&self, before: Option<&Self>) -> gif::Frame<'static> {
        let differs = |&(x, y): &Place| {
            before.is_none_or(|old| old.pixels[y * self.width + x] != self.pixels[y * self.width + x])
        };
        let all = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        let none = (usize::MAX, usize::MAX, 0, 0);
        let around = all.filter(differs).fold(none, |(left, top, right, bottom), (x, y)| {
            (left.min(x), top.min(y), right.max(x), bottom.max(y))
        });
        let (left, top, right, bottom) = if around == none { (0, 0, 0, 0) } else { around };
        let row = |y: usize| &self.pixels[y * self.width + left..=y * self.width + right];
        let pixels: Vec<u8> = (top..=bottom).flat_map(row).copied().collect();
        let (width, height) = ((right - left + 1) as u16, (bottom - top + 1) as u16);
        let frame = gif::Frame::from_indexed_pixels(width, height, pixels, None);
        gif::Frame { left: left as u16, top: top as u16, ..frame }
    }

    fn fill(&mut self, (x, y): Place, (width, height): (usize, usize), colour: [u8; 3]) {
        let number = self.palette.iter().position(|&known| known == colour).unwrap_or(0) as u8;
        let right = (x + width).min(self.width);
        for row in y..(y + height).min(self.height) {
            let start = row * self.width;
            self.pixels[start + x.min(right)..start + right].fill(number);
        }
    }

    /// Writes a label into a cell, as large as it fits.
    fn label(&mut self, label: &str, (x, y): Place, cell: usize) {
        let wide = (label.chars().count() * (WIDTH + 1)).saturating_sub(1);
        let scale = (cell * 7 / 10 / wide.max(1)).min(cell / 2 / HEIGHT);
        if scale > 0 && wide > 0 {
            self.text(label, (x + (cell - wide * scale) / 2, y + (cell - HEIGHT * scale) / 2), scale);
        }
    }

    /// Writes a text, each dot of a letter so many pixels wide. What does not fit is cut off.
    pub(super) fn text(&mut self, text: &str, (left, top): Place, scale: usize) {
        for (number, rows) in text.chars().map(glyph).enumerate() {
            for (row, bits) in rows.iter().enumerate() {
                for column in (0..WIDTH).filter(|column| bits >> (WIDTH - 1 - column) & 1 == 1) {
                    let at = (left + (number * (WIDTH + 1) + column) * scale, top + row * scale);
                    self.fill(at, (scale, scale), INK);
                }
            }
        }
    }
}

/// The upper left corner of a cell on a board that begins here.
fn corner(scene: &Scene, cell: usize, look: &Look, (x, y): Place) -> Place {
    (x + cell % scene.cols * look.cell, y + cell / scene.cols * look.cell)
}
