import PhotoMetadata
import PhotoMetadataEditing
import TestSupport
import Testing

/// Edits that would cause a loss are refused with a specific error.
@Suite struct RefusedEditTests {
    private func error(_ file: [UInt8], _ edits: MetadataEdit...) -> MetadataEditError? {
        do throws(MetadataEditError) {
            _ = try MetadataEditor(edits).edited(file)
            return nil
        } catch {
            return error
        }
    }

    @Test func `Files of unsupported and of unknown kinds cause errors`() {
        for edit in SampleSet.edits where edit != .removeLocation {
            #expect(error(SampleSet.heic, edit) == .unsupported(.heic))
            #expect(error(SampleSet.movie, edit) == .unsupported(.quickTime))
        }
        #expect(error(SampleSet.canon, .removeLocation) == .unsupported(.raw))
        #expect(error([], .removeLocation) == .unreadable(.empty))
        #expect(error([1, 2, 3], .removeLocation) == .unreadable(.unknownFormat(firstBytes: [1, 2, 3])))
    }

    @Test(arguments: ["", "  \n", "a\0b", "bell\u{7}", "a\u{FFFE}", "a\u{FFFF}"])
    func `A copyright that is no text is refused`(text: String) {
        #expect(error(SampleSet.jpeg, .setCopyright(text)) == .invalidText(text))
    }

    @Test(arguments: SampleSet.editable.map(\.0))
    func `Files that are cut short are refused, or keep all that was left of them`(format: MetadataFormat) throws {
        let whole = try #require(SampleSet.editable.first { $0.0 == format }).1
        for length in stride(from: 12, to: whole.count - 1, by: 7) {
            let file = Array(whole.prefix(length))
            let edited = try? MetadataEditor(.setOrientation(.left)).edited(file)
            // A JPEG may end within its picture data, and a TIFF file within them or before its thumbnail.
            let scan = whole.indices.last { whole[$0...].starts(with: [0xFF, 0xDA]) } ?? 0
            #expect(edited == nil || format == .jpeg && length >= scan + 2 || format == .tiff, "\(length)")
            if let edited { #expect(PictureData(of: edited) == PictureData(of: file), "\(length)") }
        }
        guard format != .tiff else { return }
        guard case .damaged = error(Array(whole.prefix(300)), .setOrientation(.up)) else {
            Issue.record("no error")
            return
        }
    }

    @Test func `A damaged block is refused where it would be rewritten`() {
        let broken = SampleFile.jpeg(xmp: "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF")
        guard case .damaged(.xmp, _) = error(broken, .removeLocation) else {
            Issue.record("no error")
            return
        }
        let iptc = SampleFile.jpeg(photoshop: Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, 4, 1, 2, 3, 4])
        guard case .damaged(.iptc, _) = error(iptc, .setCopyright("A")) else {
            Issue.record("no error")
            return
        }
    }

    /// An EXIF block whose length ends before the thumbnail, or before the thumbnail's last marker.
    @Test(arguments: [7, 2]) func `The end of a thumbnail is not taken for that of the picture`(missing: Int) throws {
        let sound = SampleSet.jpeg
        let exif = try #require(sound.indices.first { sound[$0...].starts(with: [0xFF, 0xE1]) })
        let length = try #require(sound.uint16(at: exif + 2)) - missing
        var file = sound
        file.replaceSubrange(exif + 2..<exif + 4, with: [UInt8(length >> 8), UInt8(length & 0xFF)])
        for edit in SampleSet.edits {
            if edit.isRemoval {
                #expect(error(file, edit) == .damaged(.container, at: exif + 2 + length), "\(edit)")
            } else if let edited = try? MetadataEditor(edit).edited(file) {
                #expect(edited.suffix(400) == file.suffix(400), "\(edit)")
            }
        }
    }

    @Test func `Two values that share bytes are refused, since one cannot be removed without the other`() {
        let builder = TIFFBuilder()
        func entry(_ id: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
            builder.number(id, 2) + builder.number(type, 2) + builder.number(count, 4) + builder.number(value, 4)
        }
        // GPS's latitude and the camera's model share bytes.
        var exif = Array("MM\0*".utf8) + builder.number(8, 4) + builder.number(2, 2)
        exif += entry(0x0110, 2, 24, 56) + entry(0x8825, 4, 1, 38) + builder.number(0, 4)
        exif += builder.number(1, 2) + entry(2, 5, 3, 56) + builder.number(0, 4) + [UInt8](repeating: 65, count: 24)
        guard case .overlapping = error(SampleFile.jpeg(exif: exif), .removeLocation) else {
            Issue.record("no error")
            return
        }
    }

    @Test func `A directory does not move if the header, which says where it is, is also a value`() {
        let builder = TIFFBuilder()
        // The camera's model is said to be the last six bytes of the header.
        var exif = Array("MM\0*".utf8) + builder.number(8, 4) + builder.number(1, 2)
        exif += builder.number(0x0110, 2) + builder.number(2, 2) + builder.number(6, 4) + builder.number(2, 4)
        // Unknown data follow the directory, which has no room to grow.
        exif += builder.number(0, 4) + [UInt8](repeating: 65, count: 8)
        guard case .overlapping = error(SampleFile.jpeg(exif: exif), .setCopyright("Example")) else {
            Issue.record("no error")
            return
        }
    }

    @Test func `Unknown data within a thumbnail are named by their position in the file`() throws {
        var camera = TIFFBuilder.camera()
        camera.thumbnail = [1, 2, 3] + Array("Exif\0\0".utf8)
        let file = SampleFile.jpeg(exif: camera.bytes())
        let place = try #require(file.indices.last { file[$0...].starts(with: "Exif\0".utf8) })
        #expect(error(file, .removeLocation) == .unknownData(at: place))
    }

    @Test func `A block longer than a segment is refused`() {
        var builder = TIFFBuilder()
        builder.exif = [builder.undefined(0x927C, [UInt8](repeating: 1, count: 65_400))]
        let file = SampleFile.jpeg(exif: builder.bytes())
        let text = String(repeating: "x", count: 200)
        guard case .tooLong(.exif, _, 65_533) = error(file, .setCopyright(text)) else {
            Issue.record("no error")
            return
        }
    }

    @Test func `What stands unknown behind a picture is refused where it may hold a place, and kept otherwise`() throws
    {
        let movie = SampleFile.jpeg(trailer: SampleSet.movie)
        guard case .unknownTrailer = error(movie, .removeLocation) else {
            Issue.record("no error")
            return
        }
        #expect(
            try MetadataEditor(.setOrientation(.left)).edited(movie).suffix(SampleSet.movie.count)
                == SampleSet.movie[...])
        let padded = SampleFile.jpeg(trailer: [UInt8](repeating: 0, count: 100))
        #expect(try MetadataEditor(.removeLocation).edited(padded) == padded)
    }

    @Test func `IPTC in Latin-1 becomes UTF-8 where it must, and is refused in an unknown encoding`() throws {
        func file(_ caption: UInt8) -> [UInt8] {
            let iptc: [UInt8] = [0x1C, 2, 120, 0, 3, 0x4D, caption, 0x6C]
            return SampleFile.jpeg(photoshop: Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, 8] + iptc)
        }
        let latin = try ImageMetadata(MetadataEditor(.setCopyright("© Bo")).edited(file(0xFC)))
        #expect(
            latin.iptc.caption == "Mül" && latin.iptc.copyright == "© Bo" && latin.iptc.texts(90, record: 1).isEmpty)
        let utf8 = try ImageMetadata(MetadataEditor(.setCopyright("张伟")).edited(file(0xFC)))
        #expect(utf8.iptc.caption == "Mül" && utf8.iptc.copyright == "张伟")
        #expect(utf8.iptc.texts(90, record: 1) == ["\u{1B}%G"])
        #expect(error(file(0x9A), .setCopyright("张伟")) == .unencodable("张伟"))
    }

    @Test(arguments: [
        ([0x1B, 0x24, 0x42], [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42]),
        ([0x1B, 0x2D, 0x4C], [0xBF, 0xE0, 0xD8]),
    ])
    func `IPTC in an encoding that is not understood keeps it, or becomes UTF-8 where no text changes by that`(
        encoding: [UInt8], caption: [UInt8]
    ) throws {
        func file(_ caption: [UInt8]) -> [UInt8] {
            let iptc: [UInt8] =
                [0x1C, 1, 90, 0, 3] + encoding + [0x1C, 2, 120, 0, UInt8(caption.count)] + caption
            let padding: [UInt8] = iptc.count % 2 == 1 ? [0] : []
            return SampleFile.jpeg(
                photoshop: Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, UInt8(iptc.count)] + iptc + padding)
        }
        for text in ["© Ana", "张伟"] {
            #expect(error(file(caption), .setCopyright(text)) == .unencodable(text))
            let metadata = try ImageMetadata(MetadataEditor(.setCopyright(text)).edited(file([0x41])))
            #expect(metadata.iptc.copyright == text && metadata.iptc.texts(90, record: 1) == ["\u{1B}%G"])
        }
        let plain = try MetadataEditor(.setCopyright("Ana")).edited(file(caption))
        #expect(try ImageMetadata(plain).iptc.copyright == "Ana")
        #expect(
            plain.indices.contains {
                plain[$0...].starts(with: encoding + [0x1C, 2, 120, 0, UInt8(caption.count)] + caption)
            })
    }
}
