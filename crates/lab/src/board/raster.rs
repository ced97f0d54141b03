//! Boards as pixels: PNG for one position, GIF for a solution. Pictures have few colours, so pixels are numbers of a
//! palette from the beginning.

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
    let canvas = Canvas::of(&picture.scene, &picture.position, look)?;
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
    check(look)?;
    let (width, height) = (scene.cols * look.cell, scene.rows * look.cell);
    if width * height * positions.len() > MAX_PIXELS || width.max(height) > usize::from(u16::MAX) {
        return Err(Undrawn::TooLarge);
    }
    let mut bytes = Vec::new();
    let (w, h) = (width as u16, height as u16);
    let mut encoder =
        gif::Encoder::new(&mut bytes, w, h, &palette().concat()).map_err(|_| Undrawn::Format)?;
    encoder.set_repeat(gif::Repeat::Infinite).map_err(|_| Undrawn::Format)?;
    for (number, position) in positions.iter().enumerate() {
        let canvas = Canvas::of(scene, position, look)?;
        let mut frame = gif::Frame::from_indexed_pixels(w, h, canvas.pixels, None);
        frame.delay = if number + 1 == positions.len() { 200 } else { hundredths };
        encoder.write_frame(&frame).map_err(|_| Undrawn::Format)?;
    }
    drop(encoder);
    Ok(bytes)
}

/// Pixels by their place in the palette.
struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
    palette: Vec<[u8; 3]>,
}

impl Canvas {
    fn of(scene: &Scene, position: &Position, look: &Look) -> Result<Self, Undrawn> {
        check(look)?;
        let (width, height) = (scene.cols * look.cell, scene.rows * look.cell);
        if width * height > MAX_PIXELS {
            return Err(Undrawn::TooLarge);
        }
        let mut canvas = Self { width, height, pixels: vec![0; width * height], palette: palette() };
        for cell in (0..scene.walls.len()).filter(|&cell| scene.walls[cell]) {
            let (x, y) = (cell % scene.cols * look.cell, cell / scene.cols * look.cell);
            canvas.fill((x, y), (look.cell, look.cell), WALL);
        }
        for piece in 0..scene.pieces.len() {
            canvas.piece(scene, position, piece, look);
        }
        Ok(canvas)
    }

    fn piece(&mut self, scene: &Scene, position: &Position, piece: usize, look: &Look) {
        let cells = position.cells_of(piece);
        let fill = colour(scene, position, piece, look);
        let gap = look.cell / 16;
        for &cell in &cells {
            let (x, y) = (cell % scene.cols * look.cell, cell / scene.cols * look.cell);
            let side = |towards| if joined(scene, position, cell, towards) { 0 } else { gap };
            let (left, right, top, bottom) = (side((0, -1)), side((0, 1)), side((-1, 0)), side((1, 0)));
            let size = (look.cell - left - right, look.cell - top - bottom);
            self.fill((x + left, y + top), size, fill);
        }
        if let Some(cell) = label_cell(scene, &cells) {
            let corner = (cell % scene.cols * look.cell, cell / scene.cols * look.cell);
            self.label(scene.label(piece), corner, look.cell);
        }
    }

    fn fill(&mut self, (x, y): (usize, usize), (width, height): (usize, usize), colour: [u8; 3]) {
        let number = self.palette.iter().position(|&known| known == colour).unwrap_or(0) as u8;
        for row in y..(y + height).min(self.height) {
            let start = row * self.width;
            self.pixels[start + x..start + (x + width).min(self.width)].fill(number);
        }
    }

    /// Writes a label into a cell, as large as it fits.
    fn label(&mut self, label: &str, (x, y): (usize, usize), cell: usize) {
        let letters: Vec<[u8; HEIGHT]> = label.chars().map(glyph).collect();
        let wide = (letters.len() * (WIDTH + 1)).saturating_sub(1);
        let scale = (cell * 7 / 10 / wide.max(1)).min(cell / 2 / HEIGHT);
        if scale == 0 || wide == 0 {
            return;
        }
        let left = x + (cell - wide * scale) / 2;
        let top = y + (cell - HEIGHT * scale) / 2;
        for (number, rows) in letters.iter().enumerate() {
            for (row, bits) in rows.iter().enumerate() {
                for column in (0..WIDTH).filter(|column| bits >> (WIDTH - 1 - column) & 1 == 1) {
                    let at = (left + (number * (WIDTH + 1) + column) * scale, top + row * scale);
                    self.fill(at, (scale, scale), INK);
                }
            }
        }
    }
}
