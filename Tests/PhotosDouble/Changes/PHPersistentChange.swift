// Apple documents its declarations.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if PhotosDouble
    public import Foundation

    /// A place in the history of a library.
    public final class PHPersistentChangeToken: NSObject, NSSecureCoding, NSCopying, Sendable {
        let place: Int
        let library: String

        init(_ place: Int, of library: String) {
            (self.place, self.library) = (place, library)
        }

        public static var supportsSecureCoding: Bool { true }

        public func encode(with coder: NSCoder) {
            coder.encode(place, forKey: "place")
            coder.encode(library as NSString, forKey: "library")
        }

        public init?(coder: NSCoder) {
            guard let library = coder.decodeObject(of: NSString.self, forKey: "library") else { return nil }
            place = coder.decodeInteger(forKey: "place")
            self.library = String(describing: library)
        }

        public func copy(with zone: NSZone?) -> Any { self }

        public override var hash: Int { place }

        public override func isEqual(_ object: Any?) -> Bool {
            guard let other = object as? PHPersistentChangeToken else { return false }
            return other.place == place && other.library == library
        }
    }

    /// One change of the library in its history.
    public final class PHPersistentChange: NSObject, @unchecked Sendable {  // Constants only.
        let world: PhotosWorld
        let entry: HistoryEntry
        private let alive: Alive

        init(_ entry: HistoryEntry, in world: PhotosWorld) {
            (self.entry, self.world) = (entry, world)
            alive = world.census.count("PHPersistentChange")
        }

        public var changeToken: PHPersistentChangeToken {
            world.touch(.history)
            return PHPersistentChangeToken(entry.place, of: world.identity)
        }

        public func changeDetails(for objectType: PHObjectType) throws -> PHPersistentObjectChangeDetails {
            PHPersistentObjectChangeDetails(try world.details(of: entry, for: objectType), objectType)
        }
    }

    /// The objects of one type in a change, by identifiers.
    public final class PHPersistentObjectChangeDetails: NSObject, Sendable {
        public let objectType: PHObjectType
        public let insertedLocalIdentifiers: Set<String>
        public let updatedLocalIdentifiers: Set<String>
        public let deletedLocalIdentifiers: Set<String>

        init(_ changed: ChangedObjects, _ type: PHObjectType) {
            objectType = type
            insertedLocalIdentifiers = changed.inserted
            updatedLocalIdentifiers = changed.updated
            deletedLocalIdentifiers = changed.deleted
        }
    }

    /// The changes since a place in the history, read one after the other.
    public final class PHPersistentChangeFetchResult: NSObject, Sequence {
        private let world: PhotosWorld
        private let places: Range<Int>

        init(_ places: Range<Int>, in world: PhotosWorld) {
            (self.places, self.world) = (places, world)
        }

        public func makeIterator() -> AnyIterator<PHPersistentChange> {
            var next = places.lowerBound
            return AnyIterator { [world, places] in
                // A change without details for this app is passed over.
                while next < places.upperBound {
                    let place = next
                    next += 1
                    if let entry = world.historyEntry(place) { return PHPersistentChange(entry, in: world) }
                }
                return nil
            }
        }
    }
#endif
