import PhotoMetadata
import PhotoMetadataEditing
import TestSupport
import Testing

/// TIFF pictures referenced, packed and described in every form that decoders accept stay unchanged.
@Suite struct TIFFPictureTests {
    private let builder = TIFFBuilder()
    private static let removals: [MetadataEdit] = [.removeLocation, .removeSensitive]

    private func entry(_ id: Int, _ type: Int, _ number: Int, _ count: Int = 1) -> [UInt8] {
        let width = [1: 1, 6: 1, 3: 2, 8: 2][type] ?? 4
        let value = builder.number(number, count == 1 ? width : 4)
        return builder.number(id, 2) + builder.number(type, 2) + builder.number(count, 4) + value
            + [UInt8](repeating: 0, count: 4 - value.count)
    }

    /// A file whose first directory has these tags; its pixels begin at 200, and another directory's at 240.
    private func file(_ entries: [[UInt8]], other: [[UInt8]]? = nil) -> [UInt8] {
        func padded(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
            bytes + Array(repeating: 0, count: count - bytes.count)
        }
        func directory(_ entries: [[UInt8]]) -> [UInt8] {
            builder.number(entries.count, 2) + entries.joined() + builder.number(0, 4)
        }
        let head = padded(Array("MM\0*".utf8) + builder.number(8, 4) + directory(entries), 200)
        return head + [UInt8](repeating: 0xAB, count: 40) + padded(other.map(directory) ?? [], 160)
    }

    private func size(_ compression: Int = 1) -> [[UInt8]] {
        [entry(256, 3, 5), entry(257, 3, 8), entry(258, 3, 8), entry(259, 3, compression)]
    }

    @Test(arguments: [1, 3, 4, 6, 8, 9], removals)
    func `Strips, tiles and streams are found by numbers of every type, with a sign or without`(
        type: Int, edit: MetadataEdit
    ) throws {
        // 100 also fits into a signed byte.
        for (starts, lengths) in [(273, 279), (324, 325), (513, 514)] {
            let start = type == 6 ? 120 : 200
            let file = file(size() + [entry(starts, type, start), entry(lengths, type, 40)])
            guard starts != 513 || edit == .removeLocation else { continue }
            let edited = try MetadataEditor(edit).edited(file)
            #expect(edited[start..<start + 40] == file[start..<start + 40], "\(starts)")
            #expect(PictureData(of: edited) == PictureData(of: file) && !PictureData(of: file).parts.isEmpty)
        }
    }

    @Test(arguments: removals) func `A picture below another one is found by numbers with a sign`(
        edit: MetadataEdit
    ) throws {
        let below = size() + [entry(273, 9, 204), entry(279, 9, 36)]
        let file = file(size() + [entry(273, 4, 200), entry(279, 4, 40), entry(330, 9, 240)], other: below)
        let edited = try MetadataEditor(edit).edited(file)
        #expect(PictureData(of: edited) == PictureData(of: file) && PictureData(of: file).parts.count == 2)
    }

    @Test func `A picture that an unknown tag names as a directory stays, and loses its own place`() throws {
        let below = size() + [entry(273, 4, 204), entry(279, 4, 36), entry(0x8825, 4, 380)]
        func file(_ below: [[UInt8]]) -> [UInt8] {
            self.file(size() + [entry(273, 4, 200), entry(279, 4, 40), entry(0xC000, 13, 240)], other: below)
        }
        #expect(try MetadataEditor(.removeLocation).edited(file(below.dropLast())) == file(below.dropLast()))
        let edited = try MetadataEditor(.removeLocation).edited(file(below))
        #expect(edited[..<240] == file(below)[..<240] && edited[240..<242].elementsEqual([0, 6]))
    }

    @Test(arguments: [2, 5, 7, 11, 12, 99], [273, 279, 324, 325, 330, 513, 514])
    func `Positions and lengths that are no numbers are refused`(type: Int, id: Int) {
        let tags = [273, 279, 324, 325, 513, 514].map { entry($0, 4, $0 % 2 == 0 || $0 == 325 ? 40 : 200) }
        for edit in SampleSet.edits {
            let wrong = tags.filter { $0[0..<2] != builder.number(id, 2)[...] } + [entry(id, type, 200)]
            let error = #expect(throws: MetadataEditError.self) { try MetadataEditor(edit).edited(file(wrong)) }
            guard case .damaged(.exif, _) = error else {
                Issue.record("\(edit): \(String(describing: error))")
                continue
            }
        }
    }

    @Test func `What decoders of rare compressions need stays, and unknown compressions are refused`() throws {
        let rare = [32_995, 32_996, 32_997, 32_998, 346, 37_439]
        let tags = size(34_887) + [entry(273, 4, 200), entry(279, 4, 40)] + rare.map { entry($0, 3, 2) }
        let file = file(tags + [entry(50_674, 4, 232, 2)])
        let edited = try ImageMetadata(MetadataEditor(.removeSensitive).edited(file))
        for id in rare + [50_674] { #expect(edited.tags[UInt16(id), .image(0)] != nil, "\(id)") }
        let unknown = self.file(size(60_000) + [entry(273, 4, 200), entry(279, 4, 40)])
        #expect(throws: MetadataEditError.unsupported(.tiff)) { try MetadataEditor(.removeSensitive).edited(unknown) }
        #expect(try MetadataEditor(.removeLocation).edited(unknown) == unknown)
    }

    @Test(arguments: [(65_000, 2), (50_844, 12), (50_838, 4), (0xA40B, 7), (37_724, 7)])
    func `Values of unknown tags are removed with the location, and what looks like metadata is refused`(
        id: Int, type: Int
    ) throws {
        let picture = size() + [entry(273, 4, 200), entry(279, 4, 32)]
        let width = [4: 4, 12: 8][type] ?? 1
        var file = file(picture + [entry(id, type, 240, 32 / width)])
        file.replaceSubrange(240..<272, with: Array("LAT_OFF47.37LONG_OFF8.54AAAAAAAA".utf8))
        let edited = try MetadataEditor(.removeLocation).edited(file)
        let isKnown = id == 0xA40B || id == 37_724
        #expect(String(decoding: edited, as: UTF8.self).contains("47.37") == isKnown)
        file.replaceSubrange(240..<246, with: Array("Exif\0\0".utf8))
        if id == 50_844 { return }
        #expect(throws: MetadataEditError.unknownData(at: 240)) { try MetadataEditor(.removeLocation).edited(file) }
    }

    @Test func `In EXIF nothing is kept for pictures that are longer than they say, nor for tables`() throws {
        let secret = Array("GPSLatitude SECRETPLACE".utf8)
        let strip = [entry(256, 4, 4_000), entry(257, 4, 3_000), entry(273, 4, 200), entry(279, 4, 4)]
        for entries in [strip, [entry(519, 4, 204)]] {
            let exif = Array(file(entries)[..<204]) + secret
            let edited = try MetadataEditor(.removeLocation).edited(SampleFile.jpeg(exif: exif))
            #expect(!String(decoding: edited, as: UTF8.self).contains("SECRET"))
        }
    }
}
