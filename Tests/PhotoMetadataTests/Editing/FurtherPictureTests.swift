import TestSupport
import Testing

@testable import PhotoMetadata
@testable import PhotoMetadataEditing

/// JPEG files with further pictures behind the first one (MPF), and with XMP that spans several segments.
@Suite struct FurtherPictureTests {
    private static let second = SampleFile.jpeg(exif: TIFFBuilder.camera().bytes(), xmp: SampleSet.xmp)

    /// A picture with a directory that lists itself and a second picture.
    ///
    /// - Parameter copyright: the copyright of a packet behind the directory, without padding.
    private func file(_ order: ByteOrder = .big, copyright: String? = nil) -> [UInt8] {
        let packet = copyright.map { text in
            """
            http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
            xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
            xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:rights><rdf:Alt><rdf:li xml:lang="x-default">\
            \(text)</rdf:li></rdf:Alt></dc:rights></rdf:Description></rdf:RDF></x:xmpmeta>
            """
        }
        func make(_ length: Int, _ offset: Int) -> [UInt8] {
            let builder = TIFFBuilder(order: order)
            var directory: [UInt8] = order == .big ? Array("MM\0*".utf8) : Array("II*\0".utf8)
            directory += builder.number(8, 4) + builder.number(1, 2)
            directory +=
                builder.number(0xB002, 2) + builder.number(7, 2) + builder.number(32, 4) + builder.number(26, 4)
            directory += builder.number(0, 4)
            directory += builder.number(0x0003_0000, 4) + builder.number(length, 4) + builder.number(0, 8)
            directory +=
                builder.number(0, 4) + builder.number(Self.second.count, 4) + builder.number(offset, 4) + [0, 0, 0, 0]
            var segments: [(UInt8, [UInt8])] = [(0xE2, Array("MPF\0".utf8) + directory), (0xFE, [1, 2, 3])]
            if let packet { segments.append((0xE1, Array(packet.utf8))) }
            return SampleFile.jpeg(exif: TIFFBuilder.camera().bytes(), segments: segments)
        }
        let length = make(0, 0).count
        let first = make(length, length - base(of: make(0, 0)))
        return first + Self.second
    }

    /// The origin of the positions in the directory.
    private func base(of file: [UInt8]) -> Int {
        (file.indices.first { file[$0...].starts(with: Array("MPF\0".utf8)) } ?? 0) + 4
    }

    private func second(of file: [UInt8], _ order: ByteOrder) throws -> [UInt8] {
        let base = base(of: file)
        let length = try #require(file.uint32(at: base + 26 + 4, order))
        let offset = try #require(file.uint32(at: base + 26 + 24, order))
        #expect(file[length - 2..<length].elementsEqual([0xFF, 0xD9]))
        return Array(file[(base + offset)...])
    }

    @Test(arguments: [ByteOrder.big, .little])
    func `The second picture is found where the directory says, after every change`(
        order: ByteOrder
    ) throws {
        let file = file(order)
        #expect(try second(of: file, order) == Self.second)
        for edit in SampleSet.edits {
            let edited = try MetadataEditor(edit).edited(file)
            guard edit != .removeSensitive else {
                #expect(!String(decoding: edited, as: UTF8.self).contains("MPF"))
                #expect(PictureData(of: edited) == PictureData(of: file, previews: false))
                continue
            }
            let picture = try second(of: edited, order)
            #expect(picture.count == Self.second.count)
            #expect(picture == Self.second || edit == .removeLocation)
        }
    }

    @Test func `The second picture is found, too, where the first one moves and keeps its length`() throws {
        var kept = 0
        for count in 0..<300 {
            let file = file(copyright: String(repeating: "x", count: count))
            let edited = try MetadataEditor(.setCopyright("A text that is longer than EXIF's old one")).edited(file)
            #expect(try second(of: edited, .big) == Self.second, "\(count)")
            if edited.count == file.count { kept += 1 }
        }
        #expect(kept > 0)
    }

    @Test func `A place is removed from the second picture, too, in place`() throws {
        let edited = try MetadataEditor(.removeLocation).edited(file())
        let picture = try ImageMetadata(second(of: edited, .big))
        #expect(picture.place == nil && picture.make == "Example" && picture.xmp.copyright == "© Ana")
        #expect(!String(decoding: edited, as: UTF8.self).contains("San Francisco"))
    }

    @Test func `Of the directory only what says where the pictures are stays when something is removed`() throws {
        var file = file()
        let entries = base(of: file) + 10
        // The list's entry follows that of an identifier, whose text stands behind the list.
        file.replaceSubrange(entries - 2..<entries, with: [0, 1])
        let identifier = Array("SECRET-SERIAL".utf8)
        let edited = try MetadataEditor(.removeLocation).edited(
            SampleFile.jpeg(segments: [(0xE2, Array(file[(base(of: file) - 4)..<(base(of: file) + 58)]) + identifier)]))
        let text = String(decoding: edited, as: UTF8.self)
        #expect(!text.contains("SECRET") && text.contains("MPF"))
    }

    @Test func `A place is removed from XMP that goes over several segments`() throws {
        let packet = Array(SampleSet.xmp.utf8)
        func part(_ range: Range<Int>) -> (UInt8, [UInt8]) {
            let builder = TIFFBuilder()
            let head =
                Array("http://ns.adobe.com/xmp/extension/\0".utf8) + Array(repeating: UInt8(ascii: "A"), count: 32)
            return (0xE1, head + builder.number(packet.count, 4) + builder.number(range.lowerBound, 4) + packet[range])
        }
        let file = SampleFile.jpeg(segments: [part(300..<packet.count), part(0..<300)])
        let edited = try MetadataEditor(.removeLocation).edited(file)
        #expect(edited.count == file.count && PictureData(of: edited) == PictureData(of: file))
        let text = String(decoding: edited, as: UTF8.self)
        #expect(!text.contains("GPS") && !text.contains("San Francisco") && text.contains("© Ana"))
    }
}
