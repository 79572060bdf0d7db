/// Names a piece of work that a ``DecodePool`` took on; means nothing to another pool.
package struct PoolTicket: Hashable, Sendable {
    let slot: LinkedSlots<any PoolWork>.Slot
}
