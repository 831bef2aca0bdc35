package plot

import "container/heap"

// bounded keeps the n best items seen so far; better must be a strict total order, so that the
// result does not depend on the order of arrival.
type bounded[T any] struct {
	n      int
	items  []T
	better func(a, b *T) bool
}

func (h *bounded[T]) Len() int           { return len(h.items) }
func (h *bounded[T]) Less(i, j int) bool { return h.better(&h.items[j], &h.items[i]) }
func (h *bounded[T]) Swap(i, j int)      { h.items[i], h.items[j] = h.items[j], h.items[i] }
func (h *bounded[T]) Push(x any)         { h.items = append(h.items, x.(T)) }
func (h *bounded[T]) Pop() any {
	last := h.items[len(h.items)-1]
	h.items = h.items[:len(h.items)-1]
	return last
}

// offer takes the item in and returns the one that had to leave, which may be
// the item itself; ok is false while there is room.
func (h *bounded[T]) offer(item T) (out T, ok bool) {
	if len(h.items) < h.n {
		heap.Push(h, item)
		return out, false
	}
	if h.n == 0 || !h.better(&item, &h.items[0]) {
		return item, true
	}
	out, h.items[0] = h.items[0], item
	heap.Fix(h, 0)
	return out, true
}
