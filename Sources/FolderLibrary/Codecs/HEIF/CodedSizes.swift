#if FolderLibrary && os(Linux)
import CameraRoll

/// The sizes declared in the bit streams of a HEIF file: decoders allocate memory for them, regardless of the
/// container's sizes.
struct CodedSizes {
    private let file: [UInt8]
    private var units = 0

    /// A tiled picture has one or two configurations of some hundred bytes each.
    private static let (mostConfigurations, longestConfiguration) = (256, 64 << 10)
    /// More than all tiles of any picture have together.
    private static let mostUnits = 1 << 16
    private static let names = ["hvcC", "av1C"].map { Array($0.utf8) }

    init(_ file: [UInt8]) {
        self.file = file
    }

    /// The sizes in all decoder configurations of all `meta` boxes.
    ///
    /// - Throws: `CodecError.damaged` if there are more configurations, or longer ones, than the limits.
    /// - Complexity: O(metadata); picture data are not read.
    mutating func inConfigurations() throws(CodecError) -> [PixelSize] {
        var (sizes, found): ([PixelSize], Int) = ([], 0)
        for meta in try HEIFBox.all(in: file, 0..<file.count) where meta.type == "meta" {
            var rest = file[meta.content]
            // Searches for the second letter of both names.
            while let letter = rest.firstIndex(of: UInt8(ascii: "v")) {
                rest = rest[(letter + 1)...]
                let (start, end) = (letter - 5, meta.content.upperBound)
                guard start >= 0, letter + 3 <= end, let name = Self.names.first(where: { isNamed($0, letter) }) else {
                    continue
                }
                let length = max(file.number(at: start, 4) ?? 8, 8)
                found += 1
                guard found <= Self.mostConfigurations, min(length, end - start) <= Self.longestConfiguration else {
                    throw Self.tooMuch("\(Self.mostConfigurations) configurations, or one of over 64 KB")
                }
                sizes += try self.sizes(file[start + 8..<max(min(start + length, end), start + 8)], named: name)
            }
        }
        return sizes
    }

    private func isNamed(_ name: [UInt8], _ letter: Int) -> Bool {
        file[letter - 1..<letter + 3].elementsEqual(name)
    }

    private mutating func sizes(_ content: ArraySlice<UInt8>, named name: [UInt8]) throws(CodecError) -> [PixelSize] {
        name == Self.names[0]
            ? HEVCUnits.sizes(inConfiguration: content)
            : try AV1Units.sizes(inConfiguration: content, visiting: &units)
    }

    /// The sizes in a picture's data.
    ///
    /// - Throws: `CodecError.damaged` if all pictures of the file together have more units than the limit.
    mutating func inData(of item: HEIFItems.Item) throws(CodecError) -> [PixelSize] {
        let data = item.parts.count == 1 ? file[item.parts[0]] : item.parts.flatMap { file[$0] }[...]
        switch item.type {
        case "hvc1", "hev1": return try HEVCUnits.sizes(inData: data, visiting: &units)
        case "av01": return try AV1Units.sizes(inData: data, visiting: &units)
        default: return []
        }
    }

    /// Counts a unit.
    static func visit(_ units: inout Int) throws(CodecError) {
        units += 1
        guard units <= mostUnits else { throw tooMuch("\(mostUnits) units") }
    }

    static func tooMuch(_ what: String) -> CodecError {
        .damaged(.heic, reason: "more than \(what)")
    }
}
#endif
