import CameraRollTesting
import Dispatch
import Synchronization
import Testing

@Suite struct GateTests {
    @Test func `An open gate lets all tasks through at once`() async {
        let gate = Gate()
        gate.open()
        await gate.wait()
        await gate.wait()
        #expect(gate.isOpen)
    }

    @Test func `Opening lets all waiting tasks through`() async {
        let gate = Gate()
        let passed = await withTaskGroup { group in
            for _ in 0..<20 { group.addTask { await gate.wait() } }
            gate.open()
            return await group.reduce(into: 0) { count, _ in count += 1 }
        }
        #expect(passed == 20)
    }

    @Test func `A cancelled task does not wait, before the gate or in front of it`() async {
        let gate = Gate()
        let task = Task { await gate.wait() }
        task.cancel()
        await task.value
        #expect(!gate.isOpen)
    }

    // the thread               the test
    // ----------               --------
    // pass() blocks
    //                          arrival seen, `passed` still 0
    //                          open()
    // passed = 1
    @Test func `A blocking gate holds a thread until it is opened, and no other afterwards`() async {
        let gate = BlockingGate()
        let passed = Atomic(0)
        let done = Gate()
        DispatchQueue.global().async {
            gate.pass()
            passed.store(1, ordering: .relaxed)
            gate.pass()
            done.open()
        }
        await gate.waitUntilReached()
        #expect(passed.load(ordering: .relaxed) == 0)
        gate.open()
        await done.wait()
        #expect(passed.load(ordering: .relaxed) == 1)
    }
}
