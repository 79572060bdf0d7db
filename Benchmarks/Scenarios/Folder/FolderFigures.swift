#if FolderLibrary || canImport(Darwin)
    import CameraRoll
    import FolderLibrary
    import Foundation

    /// The costs of indexing and opening a folder in nanoseconds, and those of the system calls alone.
    struct FolderFigures {
        private(set) var files = 0
        private(set) var walk = Samples()
        private(set) var heads = Samples()
        private(set) var index = Samples()
        private(set) var coldIndex: UInt64 = 0
        private(set) var coldHeads: UInt64 = 0
        private(set) var rescan = Samples()
        private(set) var open = Samples()
        private(set) var firstPage = Samples()
        private(set) var lastPage = Samples()
        /// The process's maximal additional memory during indexing, in bytes.
        private(set) var memory = 0

        private let url: URL
        private let scratch: URL
        private let configuration: FolderConfiguration

        init(of path: String) {
            url = URL(filePath: path)
            scratch = FileManager.default.temporaryDirectory.appending(path: "cameraroll-index-\(UUID().uuidString)")
            var configuration = FolderConfiguration()
            configuration.index = .folder(scratch)
            configuration.followsFolder = false
            self.configuration = configuration
        }

        /// Measures everything; the variants alternate.
        mutating func measure(rounds: Int, _ report: Report) async throws {
            defer { try? FileManager.default.removeItem(at: scratch) }
            let path = url.path
            let bare = try await onThread { BareFolder.walk(path) }
            files = bare.files.count
            try await measureCold(bare)
            // From here on the cache is filled: the index has read less than its lower bound reads.
            await bare.readHeads(threads: configuration.readers)
            for round in 1...rounds {
                report.progress("\(grouped(files)) files, round \(round) of \(rounds)")
                walk.add(try await timed { _ = try await onThread { BareFolder.walk(path) } })
                heads.add(await timed { await bare.readHeads(threads: configuration.readers) })
                index.add(try await indexAnew())
                for _ in 0..<3 {
                    rescan.add(try await timed { try await folder.index().waitUntilFinished() })
                    walk.add(try await timed { _ = try await onThread { BareFolder.walk(path) } })
                }
            }
            for _ in 0..<20 { try await measureOpening() }
        }

        private var folder: PhotoFolder { PhotoFolder(at: url, configuration: configuration) }

        private mutating func measureCold(_ bare: BareFolder) async throws {
            bare.forgetContents()
            coldHeads = await timed { await bare.readHeads(threads: configuration.readers) }
            bare.forgetContents()
            coldIndex = try await indexAnew()
        }

        private mutating func indexAnew() async throws -> UInt64 {
            try? FileManager.default.removeItem(at: scratch)
            let folder = folder
            let before = residentBytes() ?? 0
            let run = folder.index()
            let peak = Task {
                var peak = 0
                for await _ in run.progress { peak = max(peak, (residentBytes() ?? 0) - before) }
                return peak
            }
            let elapsed = try await timed { try await run.waitUntilFinished() }
            memory = max(memory, await peak.value)
            return elapsed
        }

        /// Opens the library as a new process does: no other user has the index open.
        private mutating func measureOpening() async throws {
            let folder = folder
            var opened: (access: LibraryAccess, photos: PhotoRepository, snapshot: AssetSnapshot)?
            open.add(
                try await timed {
                    let access = LibraryAccess(.folder(folder), executor: LibraryExecutor(label: "folder"))
                    let photos = PhotoRepository(access: access)
                    let snapshot = try await photos.snapshot()
                    blackHole(try await photos.assets(in: 0..<min(100, snapshot.count), of: snapshot))
                    opened = (access, photos, snapshot)
                })
            guard let (access, photos, snapshot) = opened else { return }
            if snapshot.count >= 200 { try await measurePages(of: snapshot, photos) }
            await access.close()
        }

        private mutating func measurePages(of snapshot: AssetSnapshot, _ photos: PhotoRepository) async throws {
            let end = snapshot.count - 100..<snapshot.count
            // Reads the list to its end once.
            blackHole(try await photos.assets(in: end, of: snapshot))
            for _ in 0..<20 {
                firstPage.add(try await timed { blackHole(try await photos.assets(in: 0..<100, of: snapshot)) })
                lastPage.add(try await timed { blackHole(try await photos.assets(in: end, of: snapshot)) })
            }
        }
    }
#endif
