/// A part of a picture, in whole pixels.
struct PixelRect: Hashable {
    let columns: Range<Int>
    let rows: Range<Int>
}
