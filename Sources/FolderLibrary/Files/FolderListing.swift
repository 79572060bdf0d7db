#if FolderLibrary || canImport(Darwin)
#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The entries of a folder, sorted by the bytes of their names; hidden and excluded entries are left out.
///
/// All names are in one block of memory: a folder of 10,000 files costs a few allocations, not 10,000.
struct FolderListing {
    /// A name in a folder with its status.
    struct Entry {
        /// The start of the name in the block; a zero ends it.
        let start: Int
        let length: Int
        /// Nil if the system returned an error, which is in `code`.
        let status: FileStatus?
        let code: Int32
    }

    private(set) var entries: [Entry] = []
    /// The number of excluded entries.
    private(set) var excludedCount = 0
    /// A time before any status was read, in nanoseconds since 1970.
    let time = FileAge.now
    private var names: [CChar] = []
    private let excluded: NamePatterns?

    /// Reads a folder.
    ///
    /// - Parameters:
    ///   - folder: the folder.
    ///   - excluded: the names to leave out, without reading their status.
    /// - Throws: the system's error, if the folder cannot be read to its end.
    init(_ folder: OpenFolder, except excluded: NamePatterns? = nil) throws(SystemError) {
        self.excluded = excluded
        try readNames(folder)
        // From here on the block's address is stable.
        try names.withUnsafeBufferPointer { names throws(SystemError) in
            guard let base = names.baseAddress else { return }
            entries.sort { strcmp(base + $0.start, base + $1.start) < 0 }
            for index in entries.indices { entries[index] = entries[index].looked(up: base, in: folder) }
        }
        // An entry that disappeared after its name was read counts as absent.
        entries.removeAll { $0.status == nil && $0.code == ENOENT }
    }

    private init() { excluded = nil }

    /// The names in a folder that are not hidden, without their status.
    static func names(in folder: OpenFolder) throws(SystemError) -> Set<[UInt8]> {
        var listing = FolderListing()
        try listing.readNames(folder)
        return Set(listing.entries.map(listing.name))
    }

    private mutating func readNames(_ folder: OpenFolder) throws(SystemError) {
        // A separate descriptor: the stream takes ownership, and has a position.
        let copy = openat(folder.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { throw SystemError(code: errno) }
        guard let stream = fdopendir(copy) else {
            let code = errno
            close(copy)
            throw SystemError(code: code)
        }
        defer { closedir(stream) }
        while true {
            errno = 0
            guard let entry = readdir(stream) else { break }
            withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 1) { add($0) }
            }
        }
        if errno != 0 { throw SystemError(code: errno) }
    }

    /// Adds a name; "." and ".." count as hidden.
    private mutating func add(_ name: UnsafePointer<CChar>) {
        guard name[0] != 46, name[0] != 0 else { return }
        let length = strlen(name)
        if excluded?.contains(name, length) == true {
            excludedCount += 1
            return
        }
        entries.append(Entry(start: names.count, length: length, status: nil, code: 0))
        names.append(contentsOf: UnsafeBufferPointer(start: name, count: length + 1))
    }
}

extension FolderListing {
    /// The bytes of a name.
    func name(_ entry: Entry) -> [UInt8] {
        names[entry.start..<entry.start + entry.length].map { UInt8(bitPattern: $0) }
    }

    /// Compares a name with bytes, in the order of the listing: negative if it comes before them.
    func compare(_ entry: Entry, with bytes: UnsafeRawBufferPointer) -> Int {
        withName(entry) { name in
            let common = min(entry.length, bytes.count)
            let order = common == 0 ? 0 : bytes.baseAddress.map { Int(memcmp(name, $0, common)) } ?? 0
            return order != 0 ? order : entry.length - bytes.count
        }
    }

    /// Calls `body` with a name as a C string.
    func withName<Value, BodyError: Error>(
        _ entry: Entry, _ body: (UnsafePointer<CChar>) throws(BodyError) -> Value
    ) throws(BodyError) -> Value {
        try names.withUnsafeBufferPointer { names throws(BodyError) in
            try names[entry.start...].withContiguous(body)
        }
    }
}

extension NamePatterns {
    fileprivate func contains(_ name: UnsafePointer<CChar>, _ length: Int) -> Bool {
        name.withMemoryRebound(to: UInt8.self, capacity: length) {
            contains(UnsafeBufferPointer(start: $0, count: length))
        }
    }
}

extension Slice<UnsafeBufferPointer<CChar>> {
    /// Calls `body` with a pointer to the first element; there is at least the zero that ends a name.
    fileprivate func withContiguous<Value, BodyError: Error>(
        _ body: (UnsafePointer<CChar>) throws(BodyError) -> Value
    ) throws(BodyError) -> Value {
        let part = UnsafeBufferPointer(rebasing: self)
        if let start = part.baseAddress { return try body(start) }
        var end: CChar = 0
        return try body(&end)
    }
}

extension FolderListing.Entry {
    /// A copy with the entry's status.
    fileprivate func looked(up names: UnsafePointer<CChar>, in folder: OpenFolder) -> Self {
        do throws(SystemError) {
            return Self(start: start, length: length, status: try folder.status(names + start), code: 0)
        } catch {
            return Self(start: start, length: length, status: nil, code: error.code)
        }
    }
}
#endif
