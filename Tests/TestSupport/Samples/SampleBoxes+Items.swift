import PhotoMetadata

extension SampleBoxes {
    /// HEIC with many items: some with EXIF at the same place, after others without a valid place.
    ///
    /// - Parameter parts: the number of parts of each of the others.
    package static func heic(items: Int, others: Int, parts: Int = 1) -> [UInt8] {
        let item = [0, 0, 0, 0] + TIFFBuilder.camera().bytes()
        let head = box("ftyp", Array("heic".utf8) + [0, 0, 0, 0])
        let length = meta(items, others, parts, at: 0, item.count).count
        let start = head.count + length + 8
        return head + meta(items, others, parts, at: start, item.count) + box("mdat", item)
    }

    private static func meta(_ items: Int, _ others: Int, _ parts: Int, at start: Int, _ length: Int) -> [UInt8] {
        var infos: [UInt8] = [0, 0, 0, 0]
        infos.append(items, bytes: 2)
        var table: [UInt8] = [1, 0, 0, 0, 0x44, 0x00]
        table.append(others + items, bytes: 2)
        func add(_ id: Int, _ parts: Int) {
            table.append(id, bytes: 2)
            table += [0, 0, 0, 0]
            table.append(parts, bytes: 2)
            for _ in 0..<parts {
                table.append(start, bytes: 4)
                table.append(length, bytes: 4)
            }
        }
        for number in 0..<others { add(1_000 + number, parts) }
        for number in 0..<items {
            var info: [UInt8] = [2, 0, 0, 0]
            info.append(number, bytes: 2)
            infos += box("infe", info + [0, 0] + Array("Exif\0".utf8))
            add(number, 1)
        }
        return box("meta", [0, 0, 0, 0] + box("iinf", infos) + box("iloc", table))
    }
}
