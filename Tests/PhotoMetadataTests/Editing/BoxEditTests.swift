import PhotoMetadata
import PhotoMetadataEditing
import TestSupport
import Testing

/// HEIC files and movies lose their place, and nothing in them moves.
@Suite struct BoxEditTests {
    private static let box = SampleBoxes.box
    private static let coordinates = "+32.0929+034.8620/"

    private func error(_ file: [UInt8]) -> MetadataEditError? {
        do throws(MetadataEditError) {
            _ = try MetadataEditor(.removeLocation).edited(file)
            return nil
        } catch {
            return error
        }
    }

    private func edited(_ file: [UInt8]) throws -> [UInt8] {
        let new = try MetadataEditor(.removeLocation).edited(file)
        #expect(new.count == file.count)
        #expect(try MetadataEditor(.removeLocation).edited(new) == new)
        return new
    }

    private func contains(_ file: [UInt8], _ text: String) -> Bool {
        file.firstRange(of: Array(text.utf8)) != nil
    }

    // MARK: Pictures

    /// A picture with items behind its coded picture: their types, content types and bytes.
    ///
    /// - Parameters:
    ///   - gap: the bytes in front of each item that no item refers to.
    ///   - share: the number of bytes that the last item shares with the one before it.
    private func picture(
        _ items: [(type: String, bytes: [UInt8])], properties: [UInt8] = [], gap: [UInt8] = [], sharing share: Int = 0,
        behind: [UInt8] = []
    ) -> [UInt8] {
        let all = [(type: "hvc1", bytes: [UInt8](repeating: 7, count: 64))] + items
        var (media, ranges): ([UInt8], [(Int, Int)]) = ([], [])
        for (index, item) in all.enumerated() {
            media += gap
            let overlap = index == all.count - 1 ? share : 0
            ranges.append((media.count - overlap, item.bytes.count))
            media += item.bytes.dropFirst(overlap)
        }
        func meta(at start: Int) -> [UInt8] {
            var entries: [UInt8] = []
            for (index, item) in all.enumerated() {
                let isXMP = item.type == "mime"
                entries += Self.box(
                    "infe",
                    [2, 0, 0, 0, 0, UInt8(index + 1), 0, 0] + Array(item.type.utf8)
                        + Array((isXMP ? "\0application/rdf+xml\0" : "\0").utf8))
            }
            var table: [UInt8] = [1, 0, 0, 0, 0x44, 0, 0, UInt8(all.count)]
            for (index, range) in ranges.enumerated() {
                table += [0, UInt8(index + 1), 0, 0, 0, 0, 0, 1]
                table.append(start + range.0, bytes: 4)
                table.append(range.1, bytes: 4)
            }
            let size = Self.box("ispe", [0, 0, 0, 0, 0, 0, 0, 48, 0, 0, 0, 32])
            return Self.box(
                "meta",
                [0, 0, 0, 0] + Self.box("pitm", [0, 0, 0, 0, 0, 1])
                    + Self.box("iinf", [0, 0, 0, 0, 0, UInt8(all.count)] + entries)
                    + Self.box("iprp", Self.box("ipco", size + properties)) + Self.box("iloc", table))
        }
        let head = Self.box("ftyp", Array("heic\0\0\0\0mif1".utf8))
        return head + meta(at: head.count + meta(at: 0).count + 8) + Self.box("mdat", media) + behind
    }

    private var exif: [UInt8] { [0, 0, 0, 6] + Array("Exif\0\0".utf8) + TIFFBuilder.camera().bytes() }

    @Test(arguments: SampleBoxes.Storage.allCases)
    func `A HEIC loses its GPS, and keeps all else`(storage: SampleBoxes.Storage) throws {
        let file = SampleBoxes.heic(exif: TIFFBuilder.camera().bytes(), storage: storage)
        let (old, new) = (try ImageMetadata(file), try ImageMetadata(edited(file)))
        #expect(old.place != nil)
        #expect(new.place == nil && new.gps.isEmpty && new.problems.isEmpty)
        #expect(new.make == old.make && new.captureDate == old.captureDate && new.pixelSize == old.pixelSize)
    }

    @Test func `EXIF, XMP and unknown items of a picture are changed in place, and the coded picture is not`() throws {
        let file = picture(
            [("Exif", exif), ("mime", Array(SampleSet.xmp.utf8)), ("abcd", Array(Self.coordinates.utf8))],
            gap: Array(Self.coordinates.utf8))
        let new = try edited(file)
        let metadata = try ImageMetadata(new)
        #expect(metadata.place == nil && metadata.make != nil)
        #expect(metadata.xmp.text("City", in: .photoshop) == nil && metadata.copyright != nil)
        #expect(!contains(new, "+32.09") && !contains(new, "San Francisco"))
        #expect(
            new.firstRange(of: [UInt8](repeating: 7, count: 64))
                == file.firstRange(of: [UInt8](repeating: 7, count: 64)))
    }

    @Test func `A second EXIF item loses its place, too`() throws {
        let new = try edited(picture([("Exif", exif), ("Exif", exif)]))
        let plain = try edited(picture([("Exif", exif)]))
        #expect(new.suffix(exif.count) == plain.suffix(exif.count))
        #expect(new.dropLast(exif.count).suffix(exif.count) == plain.suffix(exif.count))
    }

    @Test func `What a picture may need, and may hold its place, is refused`() {
        let movie = Self.box("mpvd", SampleSet.movie)
        guard case .unknownData = error(picture([("Exif", exif)], behind: movie)) else {
            Issue.record("the movie of a motion photo")
            return
        }
        guard case .unknownData = error(picture([], properties: Self.box("uuid", [UInt8](repeating: 1, count: 32))))
        else {
            Issue.record("a property")
            return
        }
        guard case .overlapping = error(picture([("abcd", [1, 2, 3, 4, 5]), ("Exif", exif)], sharing: 2)) else {
            Issue.record("shared bytes")
            return
        }
        guard case .unknownData = error(picture([("jpeg", SampleSet.jpeg)])) else {
            Issue.record("a picture with EXIF of its own")
            return
        }
        #expect(error(picture([], behind: Self.box("moov", []))) == .unsupported(.heic))
    }

    @Test func `A cut-off picture or movie is refused, or has no place`() throws {
        for whole in [picture([("Exif", exif), ("mime", Array(SampleSet.xmp.utf8))]), SampleSet.movie] {
            for length in stride(from: 12, to: whole.count, by: 13) {
                let file = Array(whole.prefix(length))
                guard let new = try? MetadataEditor(.removeLocation).edited(file) else { continue }
                #expect(new.count == length)
                #expect((try? ImageMetadata(new))?.place == nil)
            }
        }
    }

    @Test func `A damaged picture or movie is refused, or keeps its length and loses its place`() {
        var numbers = SeededNumbers(seed: 61)
        let whole = [
            picture([("Exif", exif), ("mime", Array(SampleSet.xmp.utf8)), ("abcd", [1, 2, 3])], gap: [9, 9]),
            SampleBoxes.movie(
                [("com.apple.quicktime.location.ISO6709", Self.coordinates), ("com.apple.quicktime.make", "Apple")],
                userData: [("\u{A9}xyz", Self.coordinates), ("\u{A9}nam", "Sea")]),
        ]
        var edited = 0
        for _ in 0..<Effort.of(2_000, full: 40_000) {
            var file = whole[Int.random(in: 0..<whole.count, using: &numbers)]
            for _ in 0..<Int.random(in: 1...3, using: &numbers) {
                file[Int.random(in: 0..<file.count, using: &numbers)] =
                    [0, 1, 8, 255].randomElement(using: &numbers) ?? 0
            }
            guard let new = try? MetadataEditor(.removeLocation).edited(file) else { continue }
            #expect(new.count == file.count)
            let metadata = try? ImageMetadata(new)
            #expect(metadata?.place == nil)
            edited += 1
        }
        #expect(edited > 100)
    }

    @Test func `Boxes in boxes of their own kind are unknown`() throws {
        var deep = Self.box("moov", [])
        for _ in 0..<3_000 { deep = Self.box("moov", deep) }
        #expect(try edited(SampleSet.movie + deep).suffix(deep.count).contains { $0 != 0 })
    }

    // MARK: Movies

    @Test func `A movie loses the places of its keys, and keeps its other values`() throws {
        let file = SampleBoxes.movie([
            ("com.apple.quicktime.location.ISO6709", Self.coordinates), ("com.apple.quicktime.make", "Apple"),
            ("com.apple.quicktime.location.name", "Home"), ("com.apple.quicktime.content.identifier", "1-2-3"),
        ])
        let (old, new) = (try ImageMetadata(file), try ImageMetadata(edited(file)))
        #expect(old.place != nil && new.place == nil)
        #expect(new.make == "Apple" && new.movie.items["com.apple.quicktime.content.identifier"] == "1-2-3")
        #expect(try !contains(edited(file), "+32.09") && !contains(edited(file), "Home"))
    }

    @Test func `A movie loses the places of its user data, and unknown boxes`() throws {
        let file =
            SampleBoxes.movie(
                brand: "mp42",
                userData: [("\u{A9}xyz", Self.coordinates), ("\u{A9}nam", "Sea"), ("\u{A9}gps", Self.coordinates)])
            + Self.box("free", Array(Self.coordinates.utf8)) + Self.box("gps0", Array(Self.coordinates.utf8))
            + Self.box(
                "moov",
                Self.box("udta", Self.box("loci", [0, 0, 0, 0, 0, 0, 65, 0, 0] + [UInt8](repeating: 9, count: 13))))
        let new = try edited(file)
        let metadata = try ImageMetadata(new)
        #expect(metadata.place == nil && metadata.movie.items["\u{A9}nam"] == "Sea")
        #expect(!contains(new, "+32.09") && !contains(new, "loci") && contains(new, "ftyp"))
        #expect(new.firstRange(of: SampleFile.picture) == file.firstRange(of: SampleFile.picture))
    }

    @Test func `A movie loses the places of its media and its fragments`() throws {
        let place = Self.box("udta", Self.box("loci", Array(Self.coordinates.utf8)))
        let handler = Self.box(
            "hdlr", [UInt8](repeating: 0, count: 8) + Array("vide".utf8) + [UInt8](repeating: 0, count: 12))
        let run = Self.box("trun", [1, 2, 3, 4])
        let file =
            SampleBoxes.movie(brand: "isom")
            + Self.box("moov", Self.box("trak", Self.box("mdia", handler + place + information(Self.picture) + place)))
            + Self.box("moof", Self.box("mfhd", [0, 0, 0, 1]) + place + Self.box("traf", run + place))
        let new = try edited(file)
        #expect(!contains(new, "+32.09") && !contains(new, "loci"))
        #expect(new.firstRange(of: run) == file.firstRange(of: run))
    }

    @Test func `Places among the media, and a picture that calls itself a movie, are refused`() throws {
        guard case .unknownData = error(SampleBoxes.movie(brand: "isom") + Self.box("moov", Self.box("gps ", [1, 2])))
        else {
            Issue.record("a list of places")
            return
        }
        var file = picture([("Exif", exif)])
        file.replaceSubrange(8..<12, with: "isom".utf8)
        guard case .unsupported = error(file) else {
            Issue.record("a picture: \(String(describing: error(file)))")
            return
        }
    }

    @Test func `Media stay, and what nothing needs among a picture's properties goes`() throws {
        let media = Self.box("imda", [0, 0, 0, 1, 5, 6, 7, 8])
        #expect(try edited(SampleBoxes.movie(brand: "isom") + media).firstRange(of: media) != nil)
        let file = picture([], properties: Self.box("free", Array(Self.coordinates.utf8)))
        #expect(try !contains(edited(file), "+32.09") && edited(file).count == file.count)
    }

    @Test func `XMP in a movie loses its places`() throws {
        let id: [UInt8] = [
            0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
        ]
        for extra in [
            Self.box("uuid", id + Array(SampleSet.xmp.utf8)),
            Self.box("moov", Self.box("udta", Self.box("XMP_", Array(SampleSet.xmp.utf8)))),
        ] {
            let metadata = try ImageMetadata(edited(SampleBoxes.movie(brand: "isom") + extra))
            #expect(metadata.place == nil && metadata.copyright == "© Ana")
        }
    }

    private static let picture = box("avc1", [UInt8](repeating: 0, count: 78))
    private static let sound = box("mp4a", [UInt8](repeating: 0, count: 28))

    /// A track's list of samples: their descriptions, and other boxes.
    private func information(_ description: [UInt8], count: UInt8 = 1, _ others: [UInt8] = []) -> [UInt8] {
        let table = Self.box("stsd", [0, 0, 0, 0, 0, 0, 0, count] + description)
        return Self.box("minf", Self.box("stbl", table + others))
    }

    private func track(
        _ handler: String, _ description: [UInt8] = [], count: UInt8 = 1, _ others: [UInt8] = [], twice: Bool = false
    ) -> [UInt8] {
        let hdlr = Self.box(
            "hdlr", [UInt8](repeating: 0, count: 8) + Array(handler.utf8) + [UInt8](repeating: 0, count: 12))
        let content = hdlr + information(description, count: count, others) + (twice ? hdlr : [])
        return Self.box("moov", Self.box("trak", Self.box("mdia", content)))
    }

    private func values(_ key: String) -> [UInt8] {
        let keys = Self.box("\0\0\0\u{1}", Self.box("keyd", Array("mdta\(key)".utf8)))
        return Self.box("mebx", [UInt8](repeating: 0, count: 8) + Self.box("keys", keys))
    }

    /// | track                         |            |
    /// |-------------------------------|------------|
    /// | picture, sound, time code     | stays      |
    /// | Apple's values without places | stays      |
    /// | all others                    | is refused |
    @Test func `Tracks in which a way may be are refused`() {
        let timeCode = Self.box("tmcd", [UInt8](repeating: 0, count: 26))
        for (handler, entry) in [("vide", Self.picture), ("soun", Self.sound), ("tmcd", timeCode)] {
            #expect(error(SampleSet.movie + track(handler, entry)) == nil)
        }
        #expect(error(SampleSet.movie + track("meta", values("com.apple.quicktime.still-image-time"))) == nil)
        let refused = [
            track("meta", values("com.apple.quicktime.location.ISO6709")), track("meta", values("org.example.way")),
            track("meta", Self.box("gpmd", [UInt8](repeating: 0, count: 8))), track("camm", Self.picture),
            track("text", Self.picture),
        ]
        for track in refused { expectUnknown(track) }
    }

    private func expectUnknown(_ boxes: [UInt8]) {
        guard case .unknownData = error(SampleSet.movie + boxes) else {
            Issue.record("\(String(decoding: boxes.filter { $0 > 32 }, as: UTF8.self))")
            return
        }
    }

    private func expectDamaged(_ boxes: [UInt8]) {
        guard case .damaged = error(SampleSet.movie + boxes) else {
            Issue.record("\(String(decoding: boxes.filter { $0 > 32 }, as: UTF8.self))")
            return
        }
    }

    @Test func `Data that change with time are refused whatever the track calls itself`() {
        for type in ["gpmd", "camm", "mett", "mebx"] {
            for handler in ["vide", "soun"] {
                expectUnknown(track(handler, Self.box(type, [UInt8](repeating: 0, count: 8))))
                expectUnknown(track(handler, Self.box(type, [UInt8](repeating: 0, count: 100))))
            }
        }
        expectUnknown(track("vide", Self.picture + Self.box("gpmd", [UInt8](repeating: 0, count: 8)), count: 2))
    }

    @Test func `Lists that stand twice, are empty, or have endless names are refused`() {
        expectDamaged(track("vide", Self.picture, twice: true))
        expectDamaged(track("vide", [], count: 0))
        expectDamaged(track("vide", Self.picture + Self.picture))
        expectDamaged(track("vide", Self.picture, Self.box("stsd", [0, 0, 0, 0, 0, 0, 0, 1] + Self.picture)))
        expectDamaged(Self.box("moov", Self.box("trak", Self.box("mdia", []))))
        let keys = Self.box("keys", [0, 0, 0, 0, 0, 0, 0, 1] + Self.box("mdta", Array("org.example.a".utf8)))
        let handler = Self.box("hdlr", [UInt8](repeating: 0, count: 24))
        func meta(_ boxes: [UInt8]) -> [UInt8] { Self.box("moov", Self.box("meta", handler + boxes)) }
        #expect(error(SampleSet.movie + meta(keys)) == nil)
        expectDamaged(meta(keys + keys))
        expectDamaged(meta(handler + keys))
        let name = Array(String(repeating: "a", count: 5_000).utf8)
        expectDamaged(meta(Self.box("keys", [0, 0, 0, 0, 0, 0, 0, 1] + Self.box("mdta", name))))
    }

    @Test func `The end of a long name counts`() throws {
        let key = String(repeating: "a", count: 300) + ".location"
        #expect(try !contains(edited(SampleBoxes.movie([(key, Self.coordinates)])), "+32.09"))
    }

    @Test(arguments: ["freeGPS ", "$GPRMC,", "DEVC"])
    func `Blocks of places that stand among a movie's media are refused`(mark: String) {
        let other = [UInt8](repeating: 7, count: 65_530)
        let block = Array((mark + "\0\u{1}").utf8)
        let media = Self.box("mdat", other + block + other)
        let file = SampleBoxes.movie(brand: "isom")
        #expect(error(file + media) == .unknownData(at: file.count + 8 + other.count))
        #expect(error(file + Self.box("mdat", other + block.dropLast(3) + other)) == nil)
    }

    /// The positions of a chunk: in 32 and in 64 bits, and that of a fragment's media.
    @Test(arguments: ["stco", "co64", "trun", "tfhd"], ["free", "abcd"])
    func `Media in a box that would be cleared are not lost`(list: String, type: String) {
        let head = SampleBoxes.movie(brand: "isom")
        let media = Self.box(type, Array(Self.coordinates.utf8))
        let isFragment = list == "trun" || list == "tfhd"
        func file(_ position: Int) -> [UInt8] {
            var content: [UInt8] = [0, 0, 0, isFragment ? 1 : 0, 0, 0, 0, 1]
            content.append(
                list == "trun" ? position - head.count - media.count : position,
                bytes: list == "stco" || list == "trun" ? 4 : 8)
            let box = Self.box(list, content)
            guard isFragment else { return head + media + track("vide", Self.picture, box) }
            let run = Self.box("trun", [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0])
            return head + media + Self.box("moof", Self.box("traf", box + (list == "tfhd" ? run : [])))
        }
        #expect(error(file(head.count + 8)) == .overlapping(at: head.count + 8))
        #expect(error(file(head.count - 1)) == nil)
    }

    @Test func `Unknown boxes go from all of a track's lists, and kept ones are searched`() throws {
        let place = Self.box("loci", Array(Self.coordinates.utf8))
        let user = Self.box("udta", place)
        let extends = Self.box("moov", Self.box("mvex", Self.box("trex", [UInt8](repeating: 0, count: 24)) + user))
        for extra in [track("vide", Self.picture, place), track("vide", Self.picture, user), extends] {
            #expect(try !contains(edited(SampleBoxes.movie(brand: "isom") + extra), "+32.09"))
        }
        expectUnknown(Self.box("PICT", Array("Exif\0\0".utf8)))
        expectUnknown(track("vide", Self.box("avc1", [UInt8](repeating: 0, count: 78) + Array("GPSL".utf8))))
        #expect(error(SampleBoxes.movie(brand: "isom") + [9, 9, 9]) != nil)
        #expect(error(picture([], behind: [9, 9, 9])) != nil)
        #expect(error(picture([], behind: [0, 0, 0])) == nil)
    }

    @Test func `A long movie in fragments is edited, and an endless one refused`() throws {
        let fragment =
            Self.box("moof", Self.box("mfhd", [0, 0, 0, 0, 0, 0, 0, 1]) + Self.box("traf", Self.box("tfdt", [0])))
            + Self.box("mdat", [1])
        let boxes = 20_000
        let long = SampleBoxes.movie(brand: "isom") + [[UInt8]](repeating: fragment, count: boxes / 5).joined()
        #expect(try edited(long) == long)
        let endless = [[UInt8]](repeating: Self.box("free", []), count: 1 << 18).joined()
        #expect(error(SampleBoxes.movie(brand: "isom") + endless) == .tooMany(.container, limit: 1 << 18))
    }
}
