/// The four letters by which PNG, WebP and files of boxes name their parts, as the number that they are.
enum FourLetters {
    /// The number of a name of four letters.
    static func number(_ name: StaticString) -> Int {
        name.withUTF8Buffer { letters in letters.reduce(0) { $0 << 8 | Int($1) } }
    }
}
