// Apple documents its declarations.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if PhotosDouble
    public import Foundation

    /// The difference of two fetch results.
    public final class PHFetchResultChangeDetails<ObjectType>: NSObject, @unchecked Sendable
    where ObjectType: PHObject {
        // Constants only.
        private let difference: FetchDifference
        private let from: PHFetchResult<ObjectType>
        private let to: PHFetchResult<ObjectType>
        public let changedObjects: [ObjectType]

        public init(
            from fromResult: PHFetchResult<ObjectType>, to toResult: PHFetchResult<ObjectType>,
            changedObjects: [ObjectType]
        ) {
            let world = toResult.world
            world.call(.differ, count: fromResult.identifiers.count + toResult.identifiers.count)
            (from, to) = (fromResult, toResult)
            difference = FetchDifference(
                from: fromResult.identifiers, to: toResult.identifiers, limit: world.switches.incrementalLimit)
            let there = Set(toResult.identifiers)
            self.changedObjects =
                difference.isIncremental
                ? changedObjects.filter { world.switches.overlaps || there.contains($0.identifier) } : []
        }

        public var fetchResultBeforeChanges: PHFetchResult<ObjectType> { from }
        public var fetchResultAfterChanges: PHFetchResult<ObjectType> { to }
        public var hasIncrementalChanges: Bool { difference.isIncremental }
        public var hasMoves: Bool { !difference.moves.isEmpty }

        public var removedIndexes: IndexSet? {
            difference.isIncremental ? IndexSet(difference.removed) : nil
        }

        public var insertedIndexes: IndexSet? {
            difference.isIncremental ? IndexSet(difference.inserted) : nil
        }

        public var removedObjects: [ObjectType] { from.objects(at: IndexSet(difference.removed)) }
        public var insertedObjects: [ObjectType] { to.objects(at: IndexSet(difference.inserted)) }

        /// Each move from a place to another, both in the old list after the removals and insertions.
        public func enumerateMoves(_ handler: @escaping (Int, Int) -> Void) {
            for move in difference.moves { handler(move.from, move.to) }
        }
    }
#endif
