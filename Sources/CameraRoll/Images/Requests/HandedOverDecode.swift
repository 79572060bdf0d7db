/// A decode that a source handed over, on its way to a thread of the decode pool.
///
/// The pool runs the most urgent work first, and a waiting decode has the current priority of its fetch, which a
/// visible cell may raise. A fetch has at most one waiting decode, so there are no more of them than requests in
/// flight; one that no caller needs anymore leaves the pool without being run.
///
/// A decode may hang longer than its request lasts, so each has a stall timeout of its own, after which another thread
/// takes the place of the one that it holds.
final class HandedOverDecode: PoolWork {
    let decode: ImageDecode
    private let fetch: ActiveFetch
    /// The permission's generation of the request.
    private let generation: UInt64

    init(_ decode: ImageDecode, of fetch: ActiveFetch, generation: UInt64) {
        self.decode = decode
        self.fetch = fetch
        self.generation = generation
    }

    func run() {
        defer { leave() }
        guard fetch.beginDecode(self) else { return end(.cancelled) }
        fetch.requests?.watch(self)
        if let event = decode.run() { report(event) }
    }

    func cancel() {
        drop(.cancelled)
    }

    func refuse(_ error: PoolError) {
        drop(ImageError(error))
    }

    /// Starts a replacement for the thread that it holds; returns false if it holds none.
    func giveUpThread() -> Bool {
        fetch.giveUp(self)
    }

    private func drop(_ error: ImageError) {
        end(error)
        leave()
    }

    /// Ends the fetch without an image; a preliminary image is only dropped.
    private func end(_ error: ImageError) {
        if decode.isFinal { report(.end(.failure(error))) }
    }

    private func report(_ event: ImageSourceEvent) {
        fetch.requests?.receiveDecoded(event.got(at: generation), of: fetch)
    }

    private func leave() {
        fetch.remove(self)
        fetch.requests?.unwatch(self)
    }
}
