// Apple documents its declarations.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if PhotosDouble
    public import Foundation

    /// The objects that a fetch found: their number, order and identifiers stay, their values are read in batches.
    public class PHFetchResult<ObjectType>: NSObject, @unchecked Sendable where ObjectType: AnyObject {
        // Constants, and a batch behind a lock.
        let world: PhotosWorld
        let identifiers: [String]
        private let materialize: @Sendable (ArraySlice<String>) -> [ObjectType]
        private let batch = Locked<(start: Int, objects: [ObjectType])>((0, []))
        private let places = Locked<[String: Int]?>(nil)
        private let alive: Alive

        init(
            _ identifiers: [String], in world: PhotosWorld,
            materialize: @escaping @Sendable (ArraySlice<String>) -> [ObjectType]
        ) {
            (self.identifiers, self.world, self.materialize) = (identifiers, world, materialize)
            alive = world.census.count("PHFetchResult")
        }

        deinit {
            // The release takes part in PhotoKit's deadlocks.
            world.touch(.releaseFetchResult)
        }

        public var count: Int {
            world.touch(.fetchResult)
            return identifiers.count
        }

        public var firstObject: ObjectType? {
            count > 0 ? object(at: 0) : nil
        }

        public var lastObject: ObjectType? {
            count > 0 ? object(at: count - 1) : nil
        }

        public func object(at index: Int) -> ObjectType {
            world.touch(.fetchResult)
            return object(checked: index)
        }

        public func objects(at indexes: IndexSet) -> [ObjectType] {
            world.touch(.fetchResult)
            return indexes.map { object(checked: $0) }
        }

        public func index(of anObject: ObjectType) -> Int {
            world.touch(.fetchResult)
            guard let object = anObject as? PHObject else { return NSNotFound }
            return places.withLock { places in
                if let places { return places[object.identifier] ?? NSNotFound }
                let made = Dictionary(
                    identifiers.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
                places = made
                return made[object.identifier] ?? NSNotFound
            }
        }

        public func contains(_ anObject: ObjectType) -> Bool {
            index(of: anObject) != NSNotFound
        }

        /// The object from the batch round the index that was read last, or from the next batch.
        private func object(checked index: Int) -> ObjectType {
            guard identifiers.indices.contains(index) else {
                raise("index \(index) is beyond the bounds of a fetch result of \(identifiers.count)")
            }
            let known = batch.withLock { batch -> ObjectType? in
                let place = index - batch.start
                return batch.objects.indices.contains(place) ? batch.objects[place] : nil
            }
            if let known { return known }
            let size = max(world.switches.batchSize, 1)
            let start = index / size * size
            let objects = materialize(identifiers[start..<min(start + size, identifiers.count)])
            let gone = batch.withLock { batch in
                defer { batch = (start, objects) }
                return batch.objects
            }
            withExtendedLifetime(gone) {}
            return objects[index - start]
        }
    }
#endif
