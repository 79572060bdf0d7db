extension LibraryExecutor {
    /// Runs the next job of a manual executor on the caller's thread; false where none waits.
    package func runNextByHand() -> Bool {
        core.runNextByHand()
    }

    /// How many jobs wait.
    package var waitingJobs: Int { core.waitingJobs }
}
