/// Images that left the cache, to be released once its lock is: freeing megabytes must not hold up a lookup.
///
/// One image, which is the rule, costs no allocation.
struct RemovedImages {
    private var first: DecodedImage?
    private var others: [DecodedImage] = []
    private(set) var count = 0

    mutating func append(_ image: DecodedImage?) {
        guard let image else { return }
        count += 1
        if first == nil { first = image } else { others.append(image) }
    }
}
