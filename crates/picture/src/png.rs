//! Pictures as PNG: the light SVG, rasterized.
//!
//! Texts are drawn as outlines of the embedded fonts (`fonts/README.md`), so that the same scene and width give the same bytes on every
//! machine of one architecture.

use std::fmt;
use std::ops::RangeInclusive;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::draw_in;
use super::layout::Layout;
use super::measure::WIDTH;
use super::outlines::outlined;
use super::style::Theme;
use funhouse_rules::scene::Scene;

/// The widths that a PNG can have, in pixels.
pub const WIDTHS: RangeInclusive<u32> = 64..=2048;
/// The width of a PNG by default, in pixels: sharp in a chat on most screens.
pub const DEFAULT_WIDTH: u32 = 800;
/// Maximum number of pixels. Each takes 4 bytes, and as much again while the picture is encoded.
const MAX_PIXELS: u32 = 8 << 20;

/// The reason why a scene has no PNG of a width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PngError {
    /// The width is not one of [`WIDTHS`].
    Width,
    /// The picture would have too many pixels. `max_width` is the maximum width of this scene.
    TooManyPixels {
        /// In pixels.
        max_width: u32,
    },
    /// The renderer failed, with this message.
    Renderer(String),
}

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Width => write!(f, "the width must be between {} and {} pixels", WIDTHS.start(), WIDTHS.end()),
            Self::TooManyPixels { max_width } => {
                write!(f, "the width of this picture must be at most {max_width} pixels, because it is tall")
            }
            Self::Renderer(why) => write!(f, "the picture cannot be rendered: {why}"),
        }
    }
}

impl std::error::Error for PngError {}

/// Draws a scene as a PNG of a width in pixels, in light colors. The height follows from the scene.
///
/// # Errors
/// If the width is not one of [`WIDTHS`], or the picture would have more than 8 megapixels (of 2^20).
pub fn draw_png(scene: &Scene, width: u32) -> Result<Vec<u8>, PngError> {
    let layout = Layout::of(scene);
    let height = height_of(&layout, width)?;
    rasterize(&outlined(&draw_in(Theme::Light, scene, &layout)), width, height)
}

/// Renders an SVG document as a PNG of a size in pixels, without its texts.
///
/// # Errors
/// If the document is not SVG, or the renderer fails.
pub fn rasterize(svg: &str, width: u32, height: u32) -> Result<Vec<u8>, PngError> {
    let failed = |why: &dyn fmt::Display| PngError::Renderer(why.to_string());
    let tree = Tree::from_str(svg, &Options::default()).map_err(|why| failed(&why))?;
    let mut pixels = Pixmap::new(width, height).ok_or_else(|| failed(&"no pixels"))?;
    let scale = Transform::from_scale(width as f32 / tree.size().width(), height as f32 / tree.size().height());
    resvg::render(&tree, scale, &mut pixels.as_mut());
    pixels.encode_png().map_err(|why| failed(&why))
}

/// Returns the height in pixels of the PNG of a scene in a width.
///
/// # Errors
/// As [`draw_png`].
pub fn png_height(scene: &Scene, width: u32) -> Result<u32, PngError> {
    height_of(&Layout::of(scene), width)
}

/// Returns the width and height in pixels of the largest PNG of a scene that fits a size, or none if the narrowest does not fit.
#[must_use]
pub fn png_size_within(scene: &Scene, max_width: u32, max_height: u32) -> Option<(u32, u32)> {
    let layout = Layout::of(scene);
    let sizes = (*WIDTHS.start()..=max_width.min(*WIDTHS.end())).rev();
    sizes.filter_map(|width| Some((width, height_of(&layout, width).ok()?))).find(|(_, height)| *height <= max_height)
}

/// Returns the height of a PNG of a width, rounded up.
fn height_of(layout: &Layout, width: u32) -> Result<u32, PngError> {
    if !WIDTHS.contains(&width) {
        return Err(PngError::Width);
    }
    let (across, down) = (u64::from(WIDTH.unsigned_abs()), u64::from(layout.height.unsigned_abs()));
    let height = |width: u32| (u64::from(width) * down).div_ceil(across);
    let fits = |width: &u32| u64::from(*width) * height(*width) <= u64::from(MAX_PIXELS);
    let too_high = || PngError::TooManyPixels { max_width: WIDTHS.rev().find(fits).unwrap_or(0) };
    u32::try_from(height(width)).ok().filter(|_| fits(&width)).ok_or_else(too_high)
}

#[cfg(test)]
mod tests {
    use funhouse_rules::scene::{Area, Ground, Piece, Place};

    use super::*;

    fn scene() -> Scene {
        let place = Place::at("a1", 0, 0, [Piece::Number(7)]);
        Scene::new("Game", "caption", vec![Area::from_places("board", Ground::Board, vec![place])])
    }

    fn pixels(scene: &Scene, width: u32) -> Pixmap {
        Pixmap::decode_png(&draw_png(scene, width).expect("a picture")).expect("a PNG")
    }

    fn color(pixels: &Pixmap, x: u32, y: u32) -> (u8, u8, u8, u8) {
        let pixel = pixels.pixel(x, y).expect("within the picture").demultiply();
        (pixel.red(), pixel.green(), pixel.blue(), pixel.alpha())
    }

    #[test]
    fn png_has_colors_of_the_light_theme_and_text() {
        let pixels = pixels(&scene(), 1200);
        assert_eq!(color(&pixels, 4, 118), (0xdc, 0xc0, 0x96, 0xff), "--table");
        let is_ink = |(x, y)| color(&pixels, x, y) == (0x2d, 0x1f, 0x0e, 0xff);
        // The title begins at (36, 128) and is about 60 high.
        let ink = (36..200).flat_map(|x| (80..140).map(move |y| (x, y))).filter(|at| is_ink(*at)).count();
        assert!(ink > 1000, "{ink} pixels of the title");
    }

    #[test]
    fn height_is_that_of_the_svg_rounded_up() {
        let scene = scene();
        let layout = Layout { height: 1201, ..Layout::of(&scene) };
        assert_eq!(height_of(&layout, 1200), Ok(1201));
        assert_eq!(height_of(&layout, 600), Ok(601));
    }

    #[test]
    fn largest_picture_fits_size() {
        let scene = scene();
        let height = |width| png_height(&scene, width).expect("a height");
        assert_eq!(png_size_within(&scene, 700, u32::MAX), Some((700, height(700))));
        assert_eq!(png_size_within(&scene, 700, height(500)), Some((500, height(500))));
        assert_eq!(png_size_within(&scene, u32::MAX, u32::MAX), Some((2048, height(2048))));
        assert_eq!(png_size_within(&scene, 63, u32::MAX), None);
        assert_eq!(png_size_within(&scene, 700, 1), None);
    }

    #[test]
    fn high_pictures_are_limited_in_pixels() {
        let scene = scene();
        let layout = Layout { height: 12_000, ..Layout::of(&scene) };
        assert_eq!(height_of(&layout, 915), Ok(9150));
        assert_eq!(height_of(&layout, 916), Err(PngError::TooManyPixels { max_width: 915 }));
        assert_eq!(height_of(&layout, 63), Err(PngError::Width));
        assert_eq!(height_of(&layout, 2049), Err(PngError::Width));
    }
}
