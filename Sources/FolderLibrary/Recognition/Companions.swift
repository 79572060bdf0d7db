#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// A file that describes a picture or movie with the same name in the same folder, and is not one itself.
struct CompanionFile: Hashable, Sendable {
    /// The program that writes a companion, and its names.
    enum Kind: Hashable, Sendable {
        /// XMP next to the picture: `a.xmp` or `a.jpg.xmp`, by Lightroom, darktable, digiKam and others.
        case xmp
        /// Google Takeout's description: `a.jpg.json`, `a.jpg.supplemental-metadata.json`.
        case takeout
        /// Apple's description of edits: `a.AAE`.
        case adjustments
    }

    let name: [UInt8]
    let kind: Kind
    let status: FileStatus

    /// The maximum length of a companion, in bytes; normally a description has a few KB.
    static let longest: Int64 = 4 << 20
}

/// The names that connect companions and pictures; the case of ASCII letters does not matter.
struct CompanionName {
    let kind: CompanionFile.Kind
    /// The name of the picture that a companion describes, with or without its extension.
    let owner: [UInt8]

    /// Creates the parts of a companion's name; nil for other names.
    init?(_ name: UnsafeBufferPointer<UInt8>) {
        // Nearly all names end with another letter.
        guard name.count > 4, let last = name.last, [0x70, 0x50, 0x65, 0x45, 0x6E, 0x4E].contains(last) else {
            return nil
        }
        self.init(Array(name))
    }

    init?(_ name: [UInt8]) {
        let name = name.map(\.lowercased)
        guard let dot = name.lastIndex(of: 46), dot > 0 else { return nil }
        let stem = Array(name[..<dot])
        switch String(decoding: name[(dot + 1)...], as: UTF8.self) {
        case "xmp": (kind, owner) = (.xmp, stem)
        case "aae": (kind, owner) = (.adjustments, stem)
        case "json": (kind, owner) = (.takeout, Self.takeoutOwner(stem))
        default: return nil
        }
    }

    /// The owners that companions of a picture may name, the most certain first.
    static func owners(of name: [UInt8]) -> [[UInt8]] {
        let name = name.map(\.lowercased)
        guard let dot = name.lastIndex(of: 46), dot > 0 else { return [name] }
        var owners = [name, Array(name[..<dot])]
        let edited = Array("-edited".utf8)
        if name[..<dot].reversed().starts(with: edited.reversed()) {
            owners.append(Array(name[..<(dot - edited.count)] + name[dot...]))
        }
        // Takeout truncates names, so that they have at most 51 characters with `.json`.
        if name.count > cut { owners.append(Array(name.prefix(cut))) }
        return owners
    }

    private static let cut = 46
    private static let supplement = Array(".supplemental-metadata".utf8)

    /// `a.jpg(1)` belongs to `a(1).jpg`, and the truncated `a.jpg.supplemental-me` to `a.jpg`.
    private static func takeoutOwner(_ stem: [UInt8]) -> [UInt8] {
        var (owner, counter) = (stem, [UInt8]())
        if owner.last == 41, let open = owner.lastIndex(of: 40), owner[(open + 1)...].dropLast().allSatisfy(\.isDigit) {
            counter = Array(owner[open...])
            owner.removeSubrange(open...)
        }
        if let dot = owner.lastIndex(of: 46), owner[..<dot].contains(46), supplement.starts(with: owner[dot...]) {
            owner.removeSubrange(dot...)
        }
        guard !counter.isEmpty, let dot = owner.lastIndex(of: 46) else { return owner + counter }
        owner.insert(contentsOf: counter, at: dot)
        return owner
    }
}

/// The companions among the files of one folder, by the names of their owners.
struct Companions {
    private var files: [[UInt8]: [CompanionFile]] = [:]
    private var all: [[UInt8]: CompanionFile] = [:]
    /// The owners whose companions are new, changed or removed.
    private var changed: Set<[UInt8]> = []

    /// Finds the companions in a folder: all files with such names, but Takeout's only next to the file that they name.
    ///
    /// - Complexity: O(n) in the files; nothing is allocated for other files.
    init(_ listing: FolderListing) {
        var descriptions: [(owner: [UInt8], file: CompanionFile)] = []
        for entry in listing.entries {
            guard let status = entry.status, status.kind == .file, (1...CompanionFile.longest).contains(status.size),
                let name = listing.companionName(entry)
            else { continue }
            let file = CompanionFile(name: listing.name(entry), kind: name.kind, status: status)
            if name.kind == .takeout { descriptions.append((name.owner, file)) } else { add(file, of: name.owner) }
        }
        guard !descriptions.isEmpty else { return }
        let owners = Set(
            listing.entries.filter { listing.companionName($0) == nil }.flatMap {
                CompanionName.owners(of: listing.name($0))
            })
        for (owner, file) in descriptions where owners.contains(owner) { add(file, of: owner) }
    }

    private mutating func add(_ file: CompanionFile, of owner: [UInt8]) {
        files[owner, default: []].append(file)
        all[file.name] = file
    }

    var isEmpty: Bool { files.isEmpty }

    /// The companion with a name; nil if the file is not one.
    func file(_ name: @autoclosure () -> [UInt8]) -> CompanionFile? { isEmpty ? nil : all[name()] }

    /// The companions of a file, at most one of each kind; Takeout's first, since the others take precedence.
    func files(of name: [UInt8]) -> [CompanionFile] {
        guard !isEmpty else { return [] }
        let owners = CompanionName.owners(of: name)
        return [.takeout, .xmp, .adjustments].compactMap { (kind: CompanionFile.Kind) in
            owners.lazy.compactMap { files[$0]?.first { $0.kind == kind } }.first
        }
    }

    /// Records that a companion is new, has changed, or is gone.
    mutating func noteChange(of name: [UInt8]) {
        if let owner = CompanionName(name)?.owner { changed.insert(owner) }
    }

    /// Whether companions have changed.
    var hasChanges: Bool { !changed.isEmpty }

    /// Whether a companion of a file has changed.
    func haveChanged(of name: [UInt8]) -> Bool {
        CompanionName.owners(of: name).contains { changed.contains($0) }
    }
}

extension FolderListing {
    fileprivate func companionName(_ entry: Entry) -> CompanionName? {
        withName(entry) { name in
            name.withMemoryRebound(to: UInt8.self, capacity: entry.length) {
                CompanionName(UnsafeBufferPointer(start: $0, count: entry.length))
            }
        }
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { 48...57 ~= self }
}
#endif
