#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
import FolderLibrary
import Foundation
import Testing

/// A folder of photos with random changes by programs, and the state that the library must have of each photo,
/// regardless of its file's name.
///
/// Each photo has a number, which is in its bytes, and its own date. If `isAlike`, all files have the same size and
/// time.
struct PhotoModel {
    /// The library's user data of a photo.
    struct Mark: Equatable {
        let id: AssetID
        var isFavorite = false
        var isHidden = false
        /// Nil if the user has not set it.
        var date: Date?
        var isInAlbum = false
    }

    /// A file.
    struct Item {
        let photo: Int
        var revision = 0
        /// Nil if it is deleted.
        var path: String?
        /// Its path at the last scan; nil if it did not exist.
        var scannedPath: String?
        /// The library's last state of it; nil if the library has not seen it.
        var mark: Mark?
        /// Whether it was rewritten since the last scan.
        var isRewritten = false
        var isEdited = false
        /// Its bytes and its time, in nanoseconds since 1970, when it was removed.
        var removed: (bytes: [UInt8], time: Int64)?
        /// Whether there is, or was, another file with its bytes and time.
        var hasTwin = false

        /// Whether the decision table identifies this file.
        var isDecided: Bool {
            guard mark != nil, let path else { return false }
            guard isRewritten else { return true }
            if isEdited { return !hasTwin && path == scannedPath }
            return !hasTwin
        }
    }

    let scratch: ScratchFolder
    private let isAlike: Bool
    private var chance: SystemChance
    private(set) var items: [Item] = []
    /// The library's state for each identifier, and its photo.
    private var said: [AssetID: (photo: Int, mark: Mark)] = [:]
    private var photoCount = 0
    private var folderCount = 0
    /// The changes since the last scan.
    private(set) var log: [String] = []

    init(seed: Int) throws {
        scratch = try ScratchFolder()
        isAlike = seed.isMultiple(of: 2)
        chance = SystemChance(seed: seed)
        for _ in 0..<12 { try add() }
    }

    private func path(_ name: String) -> String { scratch.url.path + "/" + name }
}

// MARK: - Files

extension PhotoModel {
    /// The existing files, except a backup and its original.
    private var present: [Int] {
        let paths = Set(items.compactMap(\.path))
        return items.indices.filter { index in
            items[index].path.map { $0.hasSuffix(".jpg") && !paths.contains($0 + "~") } ?? false
        }
    }

    private mutating func pick(_ count: Int) -> [Int] { Array(present.shuffled(using: &chance).prefix(count)) }

    private mutating func freshPath() -> String {
        let taken = Set(items.compactMap(\.path))
        while true {
            let folder = ["", "x/", "y/", "x/in/", "z/"].randomElement(using: &chance) ?? ""
            let path = folder + "IMG_\(Int.random(in: 0..<12, using: &chance)).jpg"
            if !taken.contains(path) { return path }
        }
    }

    private func bytes(of item: Item) -> [UInt8] {
        let number = item.photo
        let date = "2023:04:\(10 + number / 3_600 % 10) 1\(number / 600 % 6):1\(number / 60 % 6):\(10 + number % 50)"
        let noise = [number, number >> 8, item.revision, 7].map { UInt8(truncatingIfNeeded: $0) }
        let rest = [UInt8](repeating: 1, count: isAlike ? 0 : item.revision % 40)
        return SamplePhoto(date: date, noise: noise + rest).bytes
    }

    /// Writes a new file under a name, replacing any other.
    private func replace(_ path: String, with bytes: [UInt8], at time: Int64?) throws {
        try scratch.write(bytes, to: path + ".part")
        if let time { scratch.setModificationTime(time, of: path + ".part") }
        #expect(rename(self.path(path + ".part"), self.path(path)) == 0)
    }

    private var commonTime: Int64? { isAlike ? 1_600_000_000_000_000_000 : nil }

    /// Records that the file with a name is gone.
    private mutating func lose(_ index: Int) throws {
        guard let path = items[index].path else { return }
        items[index].removed = (bytes(of: items[index]), try scratch.modificationTime(of: path))
        items[index].path = nil
    }

    private mutating func loseFile(at path: String, but index: Int? = nil) throws {
        for other in items.indices where other != index && items[other].path == path { try lose(other) }
    }
}

// MARK: - Changes by programs

extension PhotoModel {
    /// The number of changes before the next scan.
    mutating func series() -> Int { Int.random(in: 1...8, using: &chance) }

    /// Makes one change.
    mutating func act() throws {
        switch Int.random(in: 0..<17, using: &chance) {
        case 0: try add()
        case 1: try addOver()
        case 2, 3: try move()
        case 4: try moveOver()
        case 5: try permute(2)
        case 6: try permute(Int.random(in: 3...6, using: &chance))
        case 7: try editInPlace()
        case 8: try saveByReplacing()
        case 9: try saveWithBackup()
        case 10: try copy()
        case 11: try putBack()
        case 12: try remove()
        case 13, 14: try restore()
        case 15: try moveFolder()
        default: try swapFolders()
        }
    }

    private mutating func add(at path: String? = nil) throws {
        photoCount += 1
        let path = path ?? freshPath()
        let item = Item(photo: photoCount, path: path)
        try replace(path, with: bytes(of: item), at: commonTime)
        items.append(item)
        log.append("add \(photoCount) at \(path)")
    }

    /// Replaces a photo by another camera's.
    private mutating func addOver() throws {
        guard let index = pick(1).first, let path = items[index].path else { return }
        try lose(index)
        try add(at: path)
    }

    private mutating func give(_ goals: [(index: Int, path: String)]) throws {
        for (index, _) in goals {
            guard let path = items[index].path else { continue }
            #expect(rename(self.path(path), self.path(".on-its-way-\(index)")) == 0)
        }
        for (index, goal) in goals {
            let folder = scratch.url.appending(path: goal).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            #expect(rename(self.path(".on-its-way-\(index)"), self.path(goal)) == 0)
            log.append("move \(items[index].photo) \(items[index].path ?? "") > \(goal)")
        }
        for (index, goal) in goals { items[index].path = goal }
    }

    private mutating func move() throws {
        for index in pick(1) { try give([(index, freshPath())]) }
    }

    private mutating func moveOver() throws {
        let pair = pick(2)
        guard pair.count == 2, let goal = items[pair[1]].path else { return }
        try lose(pair[1])
        try give([(pair[0], goal)])
    }

    /// Gives each of some files the name of the next.
    private mutating func permute(_ count: Int) throws {
        let group = pick(count)
        let paths = group.compactMap { items[$0].path }
        try give(group.indices.map { (group[$0], paths[($0 + 1) % paths.count]) })
    }

    private mutating func editInPlace() throws {
        guard let index = pick(1).first, let path = items[index].path else { return }
        items[index].revision += 1
        items[index].isEdited = true
        let file = try FileHandle(forWritingTo: scratch.url.appending(path: path))
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: Data(bytes(of: items[index])))
        try file.close()
        if let commonTime { scratch.setModificationTime(commonTime, of: path) }
        log.append("edit \(items[index].photo) at \(path)")
    }

    private mutating func saveByReplacing() throws {
        guard let index = pick(1).first, let path = items[index].path else { return }
        items[index].revision += 1
        (items[index].isEdited, items[index].isRewritten) = (true, true)
        try replace(path, with: bytes(of: items[index]), at: commonTime)
        log.append("save \(items[index].photo) at \(path)")
    }

    /// Saves as an editor does that keeps a backup: the backup has no marks, and is removed before any other
    /// change.
    private mutating func saveWithBackup() throws {
        guard let index = pick(1).first, let path = items[index].path, items[index].path == items[index].scannedPath,
            !items[index].isRewritten, !items.contains(where: { $0.path == path + "~" })
        else { return }
        let backup = Item(photo: items[index].photo, revision: items[index].revision, path: path + "~", hasTwin: true)
        #expect(rename(self.path(path), self.path(path + "~")) == 0)
        items[index].revision += 1
        (items[index].isEdited, items[index].isRewritten) = (true, true)
        try replace(path, with: bytes(of: items[index]), at: commonTime)
        items.append(backup)
        log.append("save \(items[index].photo) at \(path) with backup")
    }

    private mutating func copy() throws {
        guard let index = pick(1).first, let path = items[index].path else { return }
        let goal = freshPath()
        let time = Bool.random(using: &chance) ? try scratch.modificationTime(of: path) : commonTime
        try replace(goal, with: bytes(of: items[index]), at: time)
        items[index].hasTwin = true
        items.append(Item(photo: items[index].photo, revision: items[index].revision, path: goal, hasTwin: true))
        log.append("copy \(items[index].photo) \(path) > \(goal)")
    }

    /// Restores a backup: the same bytes and time under the same name, in another file.
    private mutating func putBack() throws {
        for index in pick(3) {
            guard let path = items[index].path else { continue }
            items[index].isRewritten = true
            try replace(path, with: bytes(of: items[index]), at: try scratch.modificationTime(of: path))
            log.append("put back \(items[index].photo) at \(path)")
        }
    }

    private mutating func remove() throws {
        guard let index = pick(1).first, let path = items[index].path else { return }
        try lose(index)
        try scratch.remove(path)
        log.append("remove \(items[index].photo) at \(path)")
    }

    /// Restores a removed file: in its place, replacing any other, or elsewhere.
    private mutating func restore() throws {
        let gone = items.indices.filter { items[$0].path == nil && items[$0].removed != nil }
        guard let index = gone.randomElement(using: &chance), let removed = items[index].removed else { return }
        let isOver = Bool.random(using: &chance)
        let goal = isOver ? pick(1).first.flatMap { items[$0].path } ?? freshPath() : freshPath()
        try loseFile(at: goal)
        try replace(goal, with: removed.bytes, at: removed.time)
        items[index].path = goal
        items[index].isRewritten = true
        items[index].removed = nil
        log.append("restore \(items[index].photo) at \(goal)")
    }
}

// MARK: - Folders

extension PhotoModel {
    private var folders: [String] {
        let paths = items.compactMap(\.path).filter { $0.contains("/") }
        return Set(paths.map { String($0.prefix { $0 != "/" }) }).sorted()
    }

    private mutating func moveFolder(_ folder: String, to goal: String) {
        #expect(rename(path(folder), path(goal)) == 0)
        for index in items.indices {
            guard let path = items[index].path, path.hasPrefix(folder + "/") else { continue }
            items[index].path = goal + path.dropFirst(folder.count)
        }
        log.append("rename \(folder) > \(goal)")
    }

    private mutating func moveFolder() throws {
        guard let folder = folders.randomElement(using: &chance) else { return }
        folderCount += 1
        let other = folders.filter { $0 != folder }.randomElement(using: &chance)
        let isInner = Bool.random(using: &chance)
        moveFolder(folder, to: (isInner ? other.map { $0 + "/" } ?? "" : "") + "F\(folderCount)")
    }

    private mutating func swapFolders() throws {
        let pair = folders.shuffled(using: &chance).prefix(2)
        guard let first = pair.first, let last = pair.last, first != last else { return }
        moveFolder(first, to: ".between")
        moveFolder(last, to: first)
        moveFolder(".between", to: last)
    }
}

// MARK: - The library's state

extension PhotoModel {
    /// Has the user change data of some photos, and delete and restore some.
    mutating func say(_ photos: PhotoFolder) async throws {
        log = []
        for index in items.indices.reversed() where items[index].path?.hasSuffix("~") == true {
            try scratch.remove(items[index].path ?? "")
            items.remove(at: index)
        }
        let access = LibraryAccess(.folder(photos), executor: LibraryExecutor(label: "test"), limits: .untimed)
        let manager = MediaManager(access: access)
        let album = try await access.read("album") { library in
            try library.albums(.all).first { $0.title == "Trip" }?.id
        }
        let chosen = pick(5).filter { items[$0].mark != nil }
        for index in chosen {
            let act = Int.random(in: 0..<5, using: &chance)
            guard let mark = items[index].mark else { continue }
            let date = Date(timeIntervalSinceReferenceDate: Double(items[index].photo * 1_000))
            try await manager.performChanges { edits in
                switch act {
                case 0: edits.setFavorite(!mark.isFavorite, for: [mark.id])
                case 1: edits.setHidden(!mark.isHidden, for: [mark.id])
                case 2: edits.setCreationDate(date, for: [mark.id])
                case 3 where !mark.isInAlbum:
                    if let album { edits.append([mark.id], to: album) }
                default: break
                }
            }
            switch act {
            case 0: items[index].mark?.isFavorite.toggle()
            case 1: items[index].mark?.isHidden.toggle()
            case 2: items[index].mark?.date = date
            case 3: if album != nil { items[index].mark?.isInAlbum = true }
            default: break
            }
            if let mark = items[index].mark { said[mark.id] = (items[index].photo, mark) }
        }
        if album == nil { try await manager.performChanges { _ = $0.createAlbum("Trip") } }
        try await trash(chosen.first, photos, manager)
        await access.close()
    }

    /// Has the user delete a photo, and half of the times restore all deleted ones.
    private mutating func trash(_ index: Int?, _ photos: PhotoFolder, _ manager: MediaManager) async throws {
        if let index, let id = items[index].mark?.id {
            try await manager.performChanges { $0.delete([id]) }
            (items[index].path, items[index].removed) = (nil, nil)
        }
        guard Bool.random(using: &chance) else { return }
        try await photos.restore(photos.trashedPhotos())
        let gone = items.indices.filter { items[$0].path == nil && items[$0].removed == nil }
        let files = try await photos.files(of: gone.compactMap { items[$0].mark?.id })
        for index in gone {
            items[index].path = items[index].mark.flatMap { files[$0.id]?.path }
            items[index].scannedPath = items[index].path
            // Its file may be read again.
            items[index].isEdited = items[index].path != nil
        }
    }

    /// Compares the library's state with the expected one, and records the new one.
    mutating func check(_ photos: PhotoFolder) async throws {
        let marks = try await marks(in: photos)
        let present = items.indices.filter { items[$0].path != nil }
        #expect(Set(marks.keys) == Set(present.compactMap { items[$0].path }))
        for index in present {
            guard let path = items[index].path, let mark = marks[path] else { continue }
            let text = "\(items[index].photo) at \(path), was at \(items[index].scannedPath ?? "no place"): \(log)"
            if items[index].isDecided { #expect(mark == items[index].mark, "\(text)") }
            if let known = said[mark.id] {
                #expect(known.photo == items[index].photo, "marks of \(known.photo) on \(text)")
                #expect(known.mark == mark, "\(text)")
            } else {
                #expect(mark == Mark(id: mark.id), "\(text)")
            }
            items[index].mark = mark
        }
        learn(marks)
    }

    private mutating func learn(_ marks: [String: Mark]) {
        for index in items.indices {
            items[index].scannedPath = items[index].path
            guard let mark = items[index].mark, items[index].path != nil else { continue }
            (items[index].isRewritten, items[index].isEdited) = (false, false)
            said[mark.id] = (items[index].photo, mark)
        }
    }

    /// The library's state for each file, by its path.
    private func marks(in photos: PhotoFolder) async throws -> [String: Mark] {
        let access = LibraryAccess(.folder(photos), executor: LibraryExecutor(label: "test"), limits: .untimed)
        var query = AssetQuery.all
        query.hidden = .included
        let assets = try await access.assets(query)
        let files = try await photos.files(of: assets.map(\.id))
        let members = try await access.read("members") { library -> [AssetID] in
            guard let album = try library.albums(.all).first(where: { $0.title == "Trip" }) else { return [] }
            var query = AssetQuery.album(album.id).inLibraryOrder()
            (query.order, query.hidden) = ([], .included)
            let result = try library.fetchAssets(query)
            return try result.identifiers(in: 0..<result.count)
        }
        await access.close()
        var marks: [String: Mark] = [:]
        for asset in assets {
            let file = try #require(files[asset.id])
            #expect(marks[file.path] == nil)
            marks[file.path] = Mark(
                id: asset.id, isFavorite: asset.isFavorite, isHidden: asset.isHidden,
                date: file.dateSource == .user ? asset.creationDate : nil, isInAlbum: members.contains(asset.id))
        }
        return marks
    }
}
#endif
