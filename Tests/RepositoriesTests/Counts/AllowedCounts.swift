/// What each operation may take: numbers that depend on no machine.
///
/// A change that takes less lowers its number here; a change that takes more raises it, and says why.
///
/// Allocations, locks and types passed have their limits in `.ci/types-passed`, which CI runs under callgrind:
/// glibc has no hook by which a test could count allocations, and a library that replaces its functions does not go
/// with the sanitizers.
extension CountedOperation {
    var allowed: OperationCounts {
        switch self {
        case .opening: OperationCounts(hops: 2, accesses: 7, requests: 0)
        case .page: OperationCounts(hops: 1, accesses: 1, requests: 0)
        case .pageByCursor: OperationCounts(hops: 1, accesses: 2, requests: 0)
        case .imageInMemory: OperationCounts(hops: 0, accesses: 0, requests: 0)
        case .imageToDecode: OperationCounts(hops: 1, accesses: 3, requests: 1)
        case .sharedImage: OperationCounts(hops: 0, accesses: 0, requests: 1)
        case .update: OperationCounts(hops: 5, accesses: 10, requests: 0)
        }
    }
}
