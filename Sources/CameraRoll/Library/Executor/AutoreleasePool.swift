#if canImport(ObjectiveC)
    import ObjectiveC
#endif

/// Runs work within an autorelease pool of its own; a plain call on systems without Objective-C.
///
/// Apple's frameworks autorelease much of what they return: each object of a fetch, each bridged array, buffers of
/// codecs. Such an object lives until the innermost pool of its thread ends. The Swift runtime puts a pool around each
/// job of an actor or a task, and Foundation one around the whole life of a thread. Library calls are turns of the
/// executor and not jobs, and the threads of the executor and of pools never end while there is work: without a pool of
/// its own, a long read would keep all that a library autoreleased in it.
///
/// So every turn has one, every slice of a call (several may run in one turn where nothing else waits), and every piece
/// of work of a thread pool. A pool costs about as much as a call of a function.
///
/// - Parameter body: the work; it does not throw, since Apple declares `autoreleasepool` with typed errors in newer
///   SDKs, and with untyped ones in older ones.
/// - Returns: what `body` returns.
package func withAutoreleasePool<Result>(_ body: () -> Result) -> Result {
    #if canImport(ObjectiveC)
        return autoreleasepool(invoking: body)
    #else
        return body()
    #endif
}
