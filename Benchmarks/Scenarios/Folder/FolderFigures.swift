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
        private(set) var openInNewProcess = Samples()
        private(set) var firstPage = Samples()
        private(set) var lastPage = Samples()
        /// Searches for a word that one file has, and for one that all have, with the first 100 assets found.
        private(set) var rareSearch = Samples()
        private(set) var commonSearch = Samples()
        /// The maximum additional memory of a new process that indexes the folder, in bytes; nil if unknown.
        private(set) var memory: Int?
        /// The number of files indexed so far, over the seconds of the last indexing.
        private(set) var progress: [LineChart.Point] = []

        private let opening: FolderOpening

        init(of path: String) {
            opening = FolderOpening(
                folder: URL(filePath: path),
                index: FileManager.default.temporaryDirectory.appending(path: "cameraroll-index-\(UUID().uuidString)"))
        }

        private var url: URL { opening.folder }
        private var scratch: URL { opening.index }
        private var configuration: FolderConfiguration { opening.configuration }

        /// Measures everything; the variants alternate.
        mutating func measure(rounds: Int, _ report: Report) async throws {
            defer { try? FileManager.default.removeItem(at: scratch) }
            let path = url.path
            let bare = try await onThread { BareFolder.walk(path) }
            files = bare.count
            try await measureCold(bare)
            // From here on, the cache is filled: the index has read less than its lower bound reads.
            await bare.readHeads(threads: configuration.maximumConcurrentReads)
            for round in 1...rounds {
                report.progress("\(grouped(files)) files, round \(round) of \(rounds)")
                walk.add(try await timed { _ = try await onThread { BareFolder.walk(path) } })
                heads.add(await timed { await bare.readHeads(threads: configuration.maximumConcurrentReads) })
                index.add(try await indexAnew())
                for _ in 0..<3 {
                    rescan.add(try await timed { try await folder.index().waitUntilFinished() })
                    walk.add(try await timed { _ = try await onThread { BareFolder.walk(path) } })
                }
            }
            for _ in 0..<20 { try await measureOpening() }
            #if os(macOS) || os(Linux)
                for _ in 0..<10 { openInNewProcess.add(try await opening.openInNewProcess()) }
                try? FileManager.default.removeItem(at: scratch)
                memory = try await opening.memoryOfIndexing()
            #endif
        }

        private var folder: PhotoFolder { PhotoFolder(at: url, configuration: configuration) }

        private mutating func measureCold(_ bare: BareFolder) async throws {
            bare.forgetContents()
            coldHeads = await timed { await bare.readHeads(threads: configuration.maximumConcurrentReads) }
            bare.forgetContents()
            coldIndex = try await indexAnew()
        }

        private mutating func indexAnew() async throws -> UInt64 {
            try? FileManager.default.removeItem(at: scratch)
            let folder = folder
            let run = folder.index()
            let start = uptime()
            let points = Task {
                var points: [LineChart.Point] = []
                for await progress in run.progress {
                    points.append((Double(uptime() - start) / 1e9, Double(progress.files)))
                }
                return points
            }
            let elapsed = try await timed { try await run.waitUntilFinished() }
            progress = await points.value
            return elapsed
        }

        /// Opens the library without another user that has the index open.
        private mutating func measureOpening() async throws {
            let (elapsed, access, photos, snapshot) = try await opening.open()
            open.add(elapsed)
            if snapshot.count >= 200 { try await measurePages(of: snapshot, photos) }
            rareSearch.add(try await timed { try await search("img_1000007", photos) })
            commonSearch.add(try await timed { try await search("img", photos) })
            await access.close()
        }

        private func search(_ text: String, _ photos: PhotoRepository) async throws {
            let found = try await photos.search(AssetSearch(text))
            blackHole(try await photos.assets(in: 0..<min(100, found.count), of: found))
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
