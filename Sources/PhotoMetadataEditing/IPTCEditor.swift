import PhotoMetadata

/// Changes datasets of an IPTC block; all others stay as they are.
struct IPTCEditor {
    private var values: IPTCValues

    /// An editor of a block.
    ///
    /// - Throws: `.damaged` if the block has bytes outside of datasets, which would be lost.
    init(_ bytes: [UInt8], at position: Int = 0) throws(MetadataEditError) {
        values = IPTCValues(datasets: bytes)
        guard values.datasets.count < IPTCValues.mostDatasets else {
            throw .tooMany(.iptc, limit: IPTCValues.mostDatasets)
        }
        guard values.isWhole else { throw .damaged(.iptc, at: position) }
    }

    /// The block with all changes; empty if no dataset is left.
    var bytes: [UInt8] {
        values.datasets.isEmpty ? [] : values.bytes
    }

    /// Whether the block has a dataset.
    func has(_ number: UInt8) -> Bool {
        values.datasets.contains { $0.record == 2 && $0.number == number }
    }

    /// The first text of a dataset.
    func text(_ number: UInt8) -> String? { values.text(number) }

    /// Removes datasets of the record that describes the picture.
    mutating func remove(_ numbers: Set<UInt8>) {
        keep { $0.record != 2 || !numbers.contains($0.number) }
    }

    /// Removes places, and previews of the picture, which have metadata of their own.
    mutating func removeLocation() {
        keep { $0.record < 7 }
        remove(LocationTags.datasets)
    }

    private mutating func keep(_ isKept: (IPTCValues.Dataset) -> Bool) {
        let kept = values.datasets.filter(isKept)
        guard kept.count < values.datasets.count else { return }
        values = IPTCValues(datasets: kept.flatMap { values.bytes[$0.start..<$0.range.upperBound] })
    }

    /// Sets the texts of a dataset; if the block's other texts are in Latin-1 and cannot hold them, all become UTF-8.
    ///
    /// If the block declares another encoding, only ASCII texts are set beside texts that are not ASCII.
    ///
    /// - Throws: `.unencodable` if another text may be in a third encoding, `.tooLong`.
    mutating func set(_ number: UInt8, to texts: [String]) throws(MetadataEditError) {
        let place = values.datasets.filter { $0.record == 2 }.firstIndex { $0.number == number }
        remove([number])
        guard !texts.isEmpty else { return }
        guard values.datasets.count + texts.count < IPTCValues.mostDatasets else {
            throw .tooMany(.iptc, limit: IPTCValues.mostDatasets)
        }
        var datasets: [UInt8] = []
        for text in try encoded(texts) {
            guard text.count <= 0x7FFF else { throw .tooLong(.iptc, bytes: text.count, limit: 0x7FFF) }
            datasets += [0x1C, 2, number]
            datasets.append(text.count, bytes: 2)
            datasets += text
        }
        insert(datasets, at: place ?? .max)
    }

    /// Texts in an encoding of the block that can hold them all; the block's own texts change to it if need be.
    private mutating func encoded(_ texts: [String]) throws(MetadataEditError) -> [[UInt8]] {
        let encoded = texts.map { Array($0.utf8) }
        guard let wide = encoded.firstIndex(where: { $0.contains { $0 >= 0x80 } }), !declaresUTF8 else {
            return encoded
        }
        if isForeign {
            guard isASCII else { throw .unencodable(texts[wide]) }
            declareUTF8()
        } else if isReadAsUTF8 {
            declareUTF8()
        } else {
            guard let other = texts.first(where: { Self.latin($0) == nil }) else { return texts.compactMap(Self.latin) }
            try recodeLatin(for: other)
        }
        return encoded
    }

    /// Puts datasets into the record of the picture, behind so many of its others.
    private mutating func insert(_ new: [UInt8], at place: Int) {
        let own = values.datasets.indices.filter { values.datasets[$0].record == 2 }
        let end = values.datasets.firstIndex { $0.record > 2 } ?? values.datasets.endIndex
        let index = place < own.count ? own[place] : end
        // Without the zeros that pad the block: the next edit, which replaces these datasets, would drop them.
        let (before, behind) = (bytes(of: values.datasets[..<index]), bytes(of: values.datasets[index...]))
        values = IPTCValues(datasets: before + new + behind)
    }

    /// Says in the first record that texts are in UTF-8.
    private mutating func declareUTF8() {
        let first = values.datasets.filter { $0.record <= 1 && !($0.record == 1 && $0.number == 90) }
        let rest = values.datasets.filter { $0.record > 1 }
        let declaration: [UInt8] = [0x1C, 1, 90, 0, 3, 0x1B, 0x25, 0x47]
        values = IPTCValues(datasets: bytes(of: first[...]) + declaration + bytes(of: rest[...]))
    }

    private func bytes(of datasets: ArraySlice<IPTCValues.Dataset>) -> [UInt8] {
        datasets.flatMap { values.bytes[$0.start..<$0.range.upperBound] }
    }

    /// Writes all Latin-1 texts in UTF-8.
    private mutating func recodeLatin(for text: String) throws(MetadataEditError) {
        var bytes: [UInt8] = []
        for dataset in values.datasets {
            let value = values.bytes[dataset.range]
            guard dataset.record == 2, value.contains(where: { $0 >= 0x80 }) else {
                bytes += values.bytes[dataset.start..<dataset.range.upperBound]
                continue
            }
            // Windows has printable characters where Latin-1 has control characters: the intended one is unknown.
            let recoded = Array(MetadataText.latin(value).utf8)
            guard !value.contains(where: { (0x80..<0xA0).contains($0) }), recoded.count <= 0x7FFF else {
                throw .unencodable(text)
            }
            bytes += [0x1C, 2, dataset.number, UInt8(recoded.count >> 8), UInt8(recoded.count & 0xFF)] + recoded
        }
        values = IPTCValues(datasets: bytes)
        declareUTF8()
    }

    /// The encodings that the block says its texts have, as ISO 2022 names them.
    private var encodings: [ArraySlice<UInt8>] {
        values.datasets.filter { $0.record == 1 && $0.number == 90 }.map { values.bytes[$0.range] }
    }

    private var declaresUTF8: Bool {
        encodings.contains { $0.elementsEqual([0x1B, 0x25, 0x47]) }
    }

    /// Whether the block declares an encoding other than UTF-8 and Latin-1, whose right half is ISO 8859-1's.
    private var isForeign: Bool {
        let known: [[UInt8]] = [[], [0x1B, 0x25, 0x47], [0x1B, 0x2D, 0x41], [0x1B, 0x2E, 0x41], [0x1B, 0x2F, 0x41]]
        return encodings.contains { !known.contains(Array($0)) }
    }

    /// Whether all texts look the same in every encoding.
    private var isASCII: Bool {
        values.datasets.allSatisfy { dataset in
            dataset.record != 2 || values.bytes[dataset.range].allSatisfy { $0 < 0x80 && $0 != 0x1B }
        }
    }

    /// Whether every text is UTF-8 already, so that declaring UTF-8 changes none.
    private var isReadAsUTF8: Bool {
        values.datasets.allSatisfy { String(validating: values.bytes[$0.range], as: UTF8.self) != nil }
    }

    private static func latin(_ text: String) -> [UInt8]? {
        let bytes = text.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        return bytes.count == text.unicodeScalars.count ? bytes : nil
    }
}

extension MetadataEdit {
    /// The IPTC block with this change; empty if nothing is left, nil if the file has no block and needs none.
    ///
    /// - Throws: `.damaged`, `.unencodable`, `.tooLong`.
    func changed(iptc bytes: [UInt8]?, at position: Int) throws(MetadataEditError) -> [UInt8]? {
        if self == .removeSensitive { return bytes == nil ? nil : [] }
        guard bytes != nil || setsText else { return nil }
        var editor = try IPTCEditor(bytes ?? [], at: position)
        try change(&editor)
        return editor.bytes
    }

    private func change(_ editor: inout IPTCEditor) throws(MetadataEditError) {
        if let text = pictureText { try editor.set(text.dataset, to: text.shortTexts) }
        switch self {
        case .removeLocation: editor.removeLocation()
        case .setCaptureDate(let date):
            // When the picture was taken, and when it was digitized.
            for (day, time) in [(55, 60), (62, 63)] as [(UInt8, UInt8)] where editor.has(day) || editor.has(time) {
                try editor.set(day, to: [date.iptcDay])
                try editor.set(time, to: date.iptcTime.map { [$0] } ?? [])
            }
        case .setTimeZone, .removeTimeZone:
            for number in [60, 63] as [UInt8] {
                try editor.setZone(of: number, to: zone.map(MetadataDate.text(ofOffset:)) ?? "")
            }
        default: return
        }
    }
}

extension IPTCEditor {
    /// Sets the zone of a time of day, which is the part behind its six digits.
    fileprivate mutating func setZone(of number: UInt8, to zone: String) throws(MetadataEditError) {
        guard let old = text(number), old.utf8.prefix(6).count(where: { (48...57).contains($0) }) == 6 else { return }
        let new = String(old.prefix(6)) + zone.replacing(":", with: "")
        if new != old { try set(number, to: [new]) }
    }
}
