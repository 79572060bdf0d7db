package import PhotoMetadata

/// Small files of every format, with given metadata; their picture data are noise that is never decoded.
package enum SampleFile {
    package static let picture: [UInt8] = (0..<64).map { UInt8(truncatingIfNeeded: $0 * 37 % 255) }
    package static let size = PixelSize(width: 48, height: 32)

    /// JPEG: its segments, a frame of 48 × 32 pixels, picture data.
    package static func jpeg(
        exif: [UInt8]? = nil, xmp: String? = nil, photoshop: [UInt8]? = nil, segments: [(UInt8, [UInt8])] = [],
        trailer: [UInt8] = []
    ) -> [UInt8] {
        var file: [UInt8] = [0xFF, 0xD8]
        func add(_ marker: UInt8, _ payload: [UInt8]) {
            file += [0xFF, marker]
            file.append(payload.count + 2, bytes: 2)
            file += payload
        }
        add(0xE0, Array("JFIF\0".utf8) + [1, 2, 0, 0, 1, 0, 1, 0, 0])
        if let exif { add(0xE1, Array("Exif\0\0".utf8) + exif) }
        if let xmp { add(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(xmp.utf8)) }
        if let photoshop { add(0xED, Array("Photoshop 3.0\0".utf8) + photoshop) }
        for (marker, payload) in segments { add(marker, payload) }
        add(0xDB, [UInt8](repeating: 1, count: 65))
        add(0xC0, [8, 0, 32, 0, 48, 1, 1, 0x11, 0])
        add(0xDA, [1, 1, 0, 0, 63, 0])
        return file + picture.filter { $0 != 0xFF } + [0xFF, 0xD9] + trailer
    }

    /// PNG: a header of 48 × 32 pixels, chunks, picture data.
    package static func png(exif: [UInt8]? = nil, xmp: String? = nil, chunks: [(StaticString, [UInt8])] = []) -> [UInt8]
    {
        var file = MetadataFormat.pngSignature
        func add(_ type: StaticString, _ data: [UInt8]) {
            var chunk = type.withUTF8Buffer { Array($0) }
            chunk += data
            file.append(data.count, bytes: 4)
            file += chunk
            file.append(Int(CRC32.checksum(chunk)), bytes: 4)
        }
        add("IHDR", [0, 0, 0, 48, 0, 0, 0, 32, 8, 2, 0, 0, 0])
        if let exif { add("eXIf", exif) }
        if let xmp { add("iTXt", Array("XML:com.adobe.xmp".utf8) + [0, 0, 0, 0, 0] + Array(xmp.utf8)) }
        for (type, data) in chunks { add(type, data) }
        add("IDAT", picture)
        add("IEND", [])
        return file
    }

    /// WebP: a lossless picture of 48 × 32 pixels, extended if it has metadata.
    package static func webP(exif: [UInt8]? = nil, xmp: String? = nil) -> [UInt8] {
        var chunks: [UInt8] = []
        func add(_ type: String, _ data: [UInt8]) {
            chunks += type.utf8
            chunks.append(data.count, bytes: 4, .little)
            chunks += data + (data.count % 2 == 1 ? [0] : [])
        }
        let flags: UInt8 = (exif == nil ? 0 : 8) | (xmp == nil ? 0 : 4)
        if flags != 0 { add("VP8X", [flags, 0, 0, 0, 47, 0, 0, 31, 0, 0]) }
        var header: [UInt8] = [0x2F]
        header.append(47 | 31 << 14, bytes: 4, .little)
        add("VP8L", header + picture)
        if let exif { add("EXIF", exif) }
        if let xmp { add("XMP ", Array(xmp.utf8)) }
        var file = Array("RIFF".utf8)
        file.append(chunks.count + 4, bytes: 4, .little)
        return file + "WEBP".utf8 + chunks
    }

    /// TIFF: one strip.
    package static func tiff(_ builder: TIFFBuilder = .camera(), xmp: String? = nil, iptc: [UInt8]? = nil) -> [UInt8] {
        var builder = builder
        builder.strip = picture
        builder.primary += [builder.short(256, 48), builder.short(257, 32)]
        if let xmp { builder.primary.append(builder.undefined(700, Array(xmp.utf8))) }
        if let iptc { builder.primary.append(builder.undefined(33723, iptc)) }
        return builder.bytes()
    }

    /// Photoshop's resources around an IPTC block with some texts.
    package static func photoshop(_ texts: [(UInt8, String)], digest: Bool = false) -> [UInt8] {
        let iptc = iptc(texts)
        var resources = Array("8BIM".utf8) + [0x03, 0xED, 0, 0, 0, 0, 0, 4, 1, 2, 3, 4]
        resources += Array("8BIM".utf8) + [0x04, 0x04, 0, 0]
        resources.append(iptc.count, bytes: 4)
        resources += iptc + (iptc.count % 2 == 1 ? [0] : [])
        if digest { resources += Array("8BIM".utf8) + [0x04, 0x25, 0, 0, 0, 0, 0, 2, 9, 9] }
        return resources
    }

    package static func iptc(_ texts: [(UInt8, String)]) -> [UInt8] {
        texts.flatMap { number, text in
            var dataset: [UInt8] = [0x1C, 2, number]
            dataset.append(text.utf8.count, bytes: 2)
            return dataset + text.utf8
        }
    }

    /// An XMP packet whose only description has these attributes and elements.
    package static func xmp(attributes: String = "", elements: String = "") -> String {
        """
        <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/"
          xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:tiff="http://ns.adobe.com/tiff/1.0/"
          xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
          xmlns:aux="http://ns.adobe.com/exif/1.0/aux/" \(attributes)>\(elements)</rdf:Description>
        </rdf:RDF></x:xmpmeta><?xpacket end="w"?>
        """
    }
}
