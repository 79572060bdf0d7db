#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation
import CameraRollCodecs

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Files of one folder that are read by a thread of the pool, or by the scan's, which needs the batches in order.
final class FileBatch: PoolWork {
    /// A file to read, or one whose finding is already known.
    struct Item: Sendable {
        let name: [UInt8]
        let status: FileStatus
        /// The time of the last change that the index stores.
        var changed: Int64?
        /// The name that the file should have, if it is another one.
        var requestedName: [UInt8]?
        /// Whether the index has a file of this name.
        var isKnown = false
        /// The finding that is known without reading the file.
        var known: ScannedFile.Finding?
        /// The files that describe the file.
        var companions: [CompanionFile] = []
        /// The companion, if the file describes another one and is not a picture itself.
        var companion: CompanionFile?
        /// Whether the file is known, and is read only because its companions have changed.
        var isReread = false
    }

    private let folder: OpenFolder
    private let id: FolderID
    private let items: [Item]
    private let zone: TimeZone
    private let control: ScanControl?
    private let found = AheadValue<[ScannedFile]>()

    /// - Parameter control: tells whether the files are still needed; nil if they always are.
    init(of folder: OpenFolder, _ id: FolderID, _ items: [Item], zone: TimeZone, _ control: ScanControl? = nil) {
        (self.folder, self.id, self.items, self.zone, self.control) = (folder, id, items, zone, control)
    }

    /// Reads all files, unless the scan's thread does; stops early if they are no longer needed.
    func run() {
        found.computeAhead(read)
    }

    private func read() -> [ScannedFile] {
        var files: [ScannedFile] = []
        files.reserveCapacity(items.count)
        for item in items where control?.isWanted != false {
            let (finding, head) = finding(of: item)
            files.append(
                ScannedFile(
                    folder: id, name: item.name, status: item.status, changed: item.changed, head: head,
                    finding: finding, isReread: item.isReread))
        }
        return files
    }

    /// Does nothing: the thread that needs the files reads them then.
    func cancel() {}

    /// Reads the files, or waits for the thread that has begun to; must be called once.
    func files() -> [ScannedFile] { found.take(read) }

    private func finding(of item: Item) -> (ScannedFile.Finding, head: Int64?) {
        if let known = item.known { return (known, nil) }
        if item.status.size == 0 { return (.nothing(.empty), nil) }
        do throws(SystemError) {
            let file = try folder.named(item.name) { (folder, name) throws(SystemError) in try folder.file(name) }
            #if os(Linux)
            // Only parts of a file are read, so the system's read-ahead is useless.
            posix_fadvise(file, 0, 0, Int32(POSIX_FADV_RANDOM))
            #endif
            let bytes = HeadBytes(FileBytes(adopting: file, byteCount: Int(item.status.size)))
            return (read(bytes, item), bytes.head)
        } catch {
            return (.nothing(.unreadable(code: error.code)), nil)
        }
    }

    private func read(_ bytes: HeadBytes, _ item: Item) -> ScannedFile.Finding {
        do throws(MetadataError) {
            let metadata = try ImageMetadata(reading: bytes)
            var facts = AssetFacts(metadata, item.status, name: item.requestedName ?? item.name, zone: zone)
            facts.take(item.companions, in: folder, of: item.status, zone: zone)
            return .asset(facts, problem: metadata.problem)
        } catch {
            switch error {
            case .empty: return .nothing(.empty)
            case .unknownFormat where item.companion != nil:
                let values = item.companion.flatMap { CompanionValues($0, in: folder) }
                return .companion(problem: values == nil ? .damagedMetadata : nil)
            case .unknownFormat(let bytes):
                let kind = UnreadKind(firstBytes: bytes)
                return .nothing(kind.map { .unsupportedFormat($0.rawValue) } ?? .notAPicture(firstBytes: bytes))
            case .cannotOpen(_, let code), .cannotRead(_, let code): return .nothing(.unreadable(code: code))
            }
        }
    }
}

extension ImageMetadata {
    /// The problem of the picture, or else of its metadata; unusual values of tags do not count.
    fileprivate var problem: FolderProblem.Reason? {
        if pixelSize == nil || hasDamagedPicture { return .damaged }
        let isDamaged = problems.contains { $0.kind == .truncated || $0.kind == .malformed }
        return isDamaged ? .damagedMetadata : nil
    }
}

extension AssetFacts {
    /// Creates an asset's facts from a file's metadata; without a date in them, from the file's own date.
    ///
    /// - Parameters:
    ///   - metadata: the metadata of the file.
    ///   - status: the file's status from the system.
    ///   - name: the file's name.
    ///   - zone: the time zone of the camera's clock, if the file does not state it.
    init(_ metadata: ImageMetadata, _ status: FileStatus, name: [UInt8], zone: TimeZone) {
        let isMovie = metadata.format == .quickTime || metadata.format == .mp4
        self.init(type: isMovie ? .video : .image, format: metadata.format)
        size = metadata.orientedSize ?? size
        orientation = metadata.orientation
        duration = isMovie ? max(metadata.movie.duration ?? 0, 0) : 0
        place = metadata.place
        burst = isMovie ? nil : metadata.tags.text(0x000B, .appleMakerNote)
        contentIdentifier = metadata.contentIdentifier ?? (metadata.isCameraRaw ? RawName.content(of: name) : nil)
        words = SearchTexts.words(of: metadata)
        if let date = metadata.captureDate?.date(in: zone) {
            (created, dateSource) = (Self.sortKey(of: date), isMovie ? .container : .metadata)
            clock = metadata.captureDate.map(CameraClock.init)
        } else {
            (created, dateSource) = (status.modifiedSince2001, .file)
        }
        if !isMovie { mediaSubtypes = Self.mediaSubtypes(metadata, name: name) }
    }

    private static func mediaSubtypes(_ metadata: ImageMetadata, name: [UInt8]) -> MediaSubtypes {
        var mediaSubtypes: MediaSubtypes = []
        // Apple's own values of CustomRendered, which EXIF leaves to the manufacturer.
        switch metadata.tags.integer(0xA401, .exif) {
        case 2, 3: mediaSubtypes.insert(.hdr)
        case 6: mediaSubtypes.insert(.panorama)
        case 7: mediaSubtypes.formUnion([.hdr, .depthEffect])
        case 8: mediaSubtypes.insert(.depthEffect)
        default: break
        }
        if isScreenshot(metadata, name: name) { mediaSubtypes.insert(.screenshot) }
        return mediaSubtypes
    }

    /// Apple writes a comment into screenshots; other systems only name the files like this, and cameras never do.
    private static func isScreenshot(_ metadata: ImageMetadata, name: [UInt8]) -> Bool {
        if name.starts(with: "Screenshot".utf8) || name.starts(with: "Screen Shot".utf8), metadata.make == nil {
            return true
        }
        if metadata.xmp.text("UserComment", in: .exif) == "Screenshot" { return true }
        guard let comment = metadata.tags[0x9286, .exif].flatMap({ metadata.tags.bytes(of: $0) }) else { return false }
        // The first eight bytes are the character code.
        return comment.dropFirst(8).starts(with: "Screenshot".utf8)
    }
}

extension CameraClock {
    /// The clock of a date in a file's metadata.
    init(_ date: MetadataDate) {
        let moment = date.date(in: .gmt).timeIntervalSinceReferenceDate
        self.init(seconds: moment + Double((date.offset ?? 0) * 60), offset: date.offset)
    }
}
#endif
