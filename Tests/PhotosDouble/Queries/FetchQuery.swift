#if PhotosDouble
    import Foundation

    /// What a fetch asks for; its making ends the process for keys that PhotoKit does not support.
    struct FetchQuery {
        let condition: Condition?
        let order: [(key: String, isAscending: Bool)]
        let includesHidden: Bool
        let includesBursts: Bool
        let sources: PHAssetSourceType
        let limit: Int?

        /// - Parameters:
        ///   - options: what is asked for.
        ///   - keys: the keys of predicates and of sort descriptors.
        ///   - unsorted: those of them that sort descriptors must not have.
        init(_ options: PHFetchOptions?, keys: Set<String>, unsorted: Set<String> = []) {
            condition = options?.predicate.map { Condition($0) }
            order = (options?.sortDescriptors ?? []).map { descriptor in
                guard let key = descriptor.text else { raise("the sort descriptor has no key: \(descriptor)") }
                return (key, descriptor.ascending)
            }
            includesHidden = options?.includeHiddenAssets ?? false
            includesBursts = options?.includeAllBurstAssets ?? false
            sources = options?.includeAssetSourceTypes ?? []
            limit = options.flatMap { $0.fetchLimit > 0 ? $0.fetchLimit : nil }
            for key in order.map(\.key) where !keys.contains(key) || unsorted.contains(key) {
                raise("Unsupported sort descriptor in fetch options: \(key)")
            }
            for key in condition?.keys ?? [] where !keys.contains(key) {
                raise("Unsupported predicate in fetch options: \(key)")
            }
            if let form = condition?.undocumentedForm { raise("Unsupported predicate in fetch options: \(form)") }
        }

        /// The objects that match, in order; ties stay as they are.
        func apply<Object>(to objects: [Object], value: (Object, String) -> KeyValue) -> [Object] {
            var found = objects
            if let condition { found = found.filter { object in condition.matches { value(object, $0) } } }
            if !order.isEmpty {
                let keyed = found.map { object in (object, order.map { value(object, $0.key) }) }
                let isAscending = order.map(\.isAscending)
                found = keyed.sorted { Self.precedes($0.1, $1.1, isAscending) }.map(\.0)
            }
            return limit.map { Array(found.prefix($0)) } ?? found
        }

        private static func precedes(_ one: [KeyValue], _ other: [KeyValue], _ isAscending: [Bool]) -> Bool {
            for place in one.indices where one[place] != other[place] {
                return (one[place] < other[place]) == isAscending[place]
            }
            return false
        }
    }

    extension AssetRecord {
        /// The keys of assets that Photos documents.
        static let keys: Set<String> = [
            "SELF", "localIdentifier", "creationDate", "modificationDate", "mediaType", "mediaSubtypes", "duration",
            "pixelWidth", "pixelHeight", "isFavorite", "favorite", "isHidden", "hidden", "burstIdentifier",
        ]

        func value(of key: String) -> KeyValue {
            switch key {
            case "SELF", "localIdentifier": .text(identifier)
            case "creationDate": KeyValue(creationDate)
            case "modificationDate": KeyValue(modificationDate)
            case "mediaType": .number(Double(mediaType.rawValue))
            case "mediaSubtypes": .number(Double(mediaSubtypes.rawValue))
            case "duration": .number(duration)
            case "pixelWidth": .number(Double(pixelWidth))
            case "pixelHeight": .number(Double(pixelHeight))
            case "isFavorite", "favorite": .number(isFavorite ? 1 : 0)
            case "isHidden", "hidden": .number(isHidden ? 1 : 0)
            case "burstIdentifier": burstIdentifier.map { .text($0) } ?? .none
            default: raise("Unsupported key: \(key)")
            }
        }
    }

    extension CollectionRecord {
        /// The keys of albums that Photos documents.
        static let albumKeys: Set<String> = folderKeys.union(["estimatedAssetCount"])
        /// The keys of folders and their contents that Photos documents.
        static let folderKeys: Set<String> = [
            "SELF", "localIdentifier", "localizedTitle", "title", "startDate", "endDate",
        ]

        func value(of key: String) -> KeyValue {
            switch key {
            case "SELF", "localIdentifier": .text(identifier)
            case "localizedTitle", "title": title.map { .text($0) } ?? .none
            case "startDate": KeyValue(startDate)
            case "endDate": KeyValue(endDate)
            case "estimatedAssetCount": .number(Double(estimatedCount ?? NSNotFound))
            default: raise("Unsupported key: \(key)")
            }
        }
    }

    extension KeyValue {
        init(_ date: Date?) {
            self = date.map { .number($0.timeIntervalSinceReferenceDate) } ?? .none
        }
    }
#endif
