#if PhotosDouble
    /// The edits of one album's assets.
    struct AlbumEdit {
        /// The assets that the positions count in.
        private(set) var assets: [String]
        /// The assets that the positions counted in at first.
        private(set) var begun: [String]
        /// The assets that the album had when the block was applied.
        private let actual: [String]

        init(_ actual: [String]) {
            (assets, begun, self.actual) = (actual, actual, actual)
        }

        mutating func apply(_ edit: MemberEdit, of actual: [String]) {
            switch edit {
            case .begin(let list):
                // Only before the first edit: later ones are told to the same request.
                if assets == begun { (assets, begun) = (list, list) }
            case .add(let added): append(added)
            case .insert(let added, let indexes): insert(added, indexes)
            case .remove(let removed): assets.removeAll { removed.contains($0) }
            case .removeIndexes(let indexes):
                check(indexes, upTo: assets.count)
                for index in indexes.reversed() { assets.remove(at: index) }
            case .replace(let indexes, let added):
                check(indexes, upTo: assets.count)
                guard indexes.count == added.count else { raise("\(added.count) assets at \(indexes.count) positions") }
                for (index, asset) in zip(indexes, added) { assets[index] = asset }
            case .move(let indexes, let place):
                check(indexes, upTo: assets.count)
                let moved = indexes.map { assets[$0] }
                for index in indexes.reversed() { assets.remove(at: index) }
                guard (0...assets.count).contains(place) else { raise("position \(place) is beyond the album's end") }
                assets.insert(contentsOf: moved, at: place)
            }
        }

        /// An asset that is already in the album is left where it is.
        private mutating func append(_ added: [String]) {
            var known = Set(assets)
            for asset in added where known.insert(asset).inserted { assets.append(asset) }
        }

        private mutating func insert(_ added: [String], _ indexes: [Int]) {
            guard indexes.count == added.count else { raise("\(added.count) assets at \(indexes.count) positions") }
            for (index, asset) in zip(indexes, added) {
                guard (0...assets.count).contains(index) else { raise("position \(index) is beyond the album's end") }
                assets.insert(asset, at: index)
            }
        }

        private func check(_ indexes: [Int], upTo count: Int) {
            guard let index = indexes.first(where: { !(0..<count).contains($0) }) else { return }
            raise("position \(index) is beyond the album's end")
        }

        /// The edited assets, with what others did to the album meanwhile: each asset once, none that is gone.
        func merged(exists: (String) -> Bool) -> [String] {
            let (before, now) = (Set(begun), Set(actual))
            var seen: Set<String> = []
            let edited = assets.filter { asset in
                exists(asset) && (now.contains(asset) || !before.contains(asset)) && seen.insert(asset).inserted
            }
            return edited + actual.filter { !before.contains($0) && seen.insert($0).inserted }
        }
    }
#endif
