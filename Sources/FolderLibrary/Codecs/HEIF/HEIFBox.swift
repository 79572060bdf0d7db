#if FolderLibrary && os(Linux)
import CameraRoll

/// A box of a HEIF file: its type, and the range of its content.
struct HEIFBox {
    let type: String
    let content: Range<Int>

    /// libheif's limit of boxes within one.
    private static let most = 20_000

    /// The valid boxes in a part of a file; the last one may claim to extend behind the part's end.
    ///
    /// - Throws: `CodecError.damaged` if there are more than the limit.
    static func all(in file: [UInt8], _ range: Range<Int>) throws(CodecError) -> [HEIFBox] {
        var (position, boxes): (Int, [HEIFBox]) = (range.lowerBound, [])
        while position + 8 <= range.upperBound {
            let box = HEIFBox(file, position..<range.upperBound)
            guard let box else { break }
            boxes.append(box)
            guard boxes.count <= most else { throw .damaged(.heic, reason: "more than \(most) boxes within one") }
            position = box.content.upperBound
        }
        return boxes
    }

    /// The box at the start of a part; nil if the part does not begin with a box.
    private init?(_ file: [UInt8], _ part: Range<Int>) {
        var (length, headLength) = (file.number(at: part.lowerBound, 4) ?? 0, 8)
        if length == 1 {
            guard let long = file.number(at: part.lowerBound + 8, 8) else { return nil }
            (length, headLength) = (long, 16)
        }
        let isOpen = length == 0 || length > part.count
        guard isOpen || length >= headLength, headLength <= part.count else { return nil }
        type = String(decoding: file[part.lowerBound + 4..<part.lowerBound + 8], as: UTF8.self)
        content = part.lowerBound + headLength..<(isOpen ? part.upperBound : part.lowerBound + length)
    }
}

extension [UInt8] {
    /// The big-endian number in so many bytes; nil if they are missing, or it is too large.
    func number(at position: Int, _ length: Int) -> Int? {
        guard position >= 0, length <= 8, position <= count - length else { return nil }
        return Int(exactly: self[position..<position + length].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}

/// The numbers of a box, one after the other.
struct HEIFNumbers {
    private let file: [UInt8]
    private var rest: Range<Int>

    init(_ file: [UInt8], _ range: Range<Int>) {
        (self.file, rest) = (file, range)
    }

    /// The position of the next number.
    var position: Int { rest.lowerBound }

    /// The next number of so many bytes; 0 if it has none; nil at the end.
    mutating func next(_ length: Int) -> Int? {
        guard length > 0 else { return 0 }
        guard rest.count >= length, let number = file.number(at: rest.lowerBound, length) else { return nil }
        rest = rest.dropFirst(length)
        return number
    }
}
#endif
