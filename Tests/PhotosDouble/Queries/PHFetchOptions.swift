// Apple documents its declarations.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if PhotosDouble
    public import Foundation

    /// What a fetch leaves out, and its order.
    public class PHFetchOptions: NSObject {
        public var predicate: NSPredicate?
        public var sortDescriptors: [NSSortDescriptor]?
        public var includeHiddenAssets = false
        public var includeAllBurstAssets = false
        public var includeAssetSourceTypes: PHAssetSourceType = []
        public var fetchLimit = 0
        public var wantsIncrementalChangeDetails = true

        public override init() {}
    }

    extension NSSortDescriptor {
        /// Foundation on Linux orders by key paths only; the key is kept in one.
        public convenience init(key: String?, ascending: Bool) {
            self.init(keyPath: \SortKey.[key ?? "SELF"], ascending: ascending)
        }

        /// The key of a descriptor that was made with one.
        var text: String? {
            (keyPath as? KeyPath<SortKey, String>).map { SortKey()[keyPath: $0] }
        }
    }

    /// Gives each text as its own value, so that a key path can hold a text.
    private struct SortKey {
        subscript(_ text: String) -> String { text }
    }

    extension NSPredicate {
        /// Foundation on Linux has no formats: this reads those that PhotoKit does, and ends the process for others.
        public convenience init(format: String, argumentArray: [Any]?) {
            let condition = ConditionParser.condition(format, argumentArray ?? [])
            self.init(block: { object, _ in
                if let probe = object as? ConditionProbe {
                    probe.condition = condition
                    return true
                }
                guard let asset = object as? PHAsset else { return false }
                return condition.matches { asset.record.value(of: $0) }
            })
        }

        public convenience init(format: String, _ arguments: Any...) {
            self.init(format: format, argumentArray: arguments)
        }
    }
#endif
