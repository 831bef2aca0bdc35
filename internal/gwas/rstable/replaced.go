package rstable

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
)

// CycleError reports that replaced numbers lead back to themselves.
type CycleError struct{ Number uint64 }

func (e *CycleError) Error() string {
	return fmt.Sprintf("the replaced numbers form a cycle: rs%d is replaced by itself in the end", e.Number)
}

// links are replaced numbers, each with what replaces it, in the order of the former.
type links struct {
	*sorter
}

func (l links) add(old, current uint64) error {
	var text [8]byte
	binary.BigEndian.PutUint64(text[:], current) // in order as bytes
	return l.sorter.add(old, text[:])
}

// link returns the next pair of an iteration.
func link(m *merged) (key, other uint64, ok bool, err error) {
	key, text, ok, err := m.next()
	if !ok || err != nil {
		return 0, 0, false, err
	}
	return key, binary.BigEndian.Uint64(text), true, nil
}

// single makes one link of each number; one that several numbers replace leads to 0.
// It closes l.
func (l links) single() (_ links, err error) {
	out := links{newSorter(l.temp, l.memory)}
	defer func() { err = errors.Join(err, l.close()) }()
	m, err := l.iter()
	if err != nil {
		return out, err
	}
	old, current, more, err := link(m)
	for more && err == nil {
		number, to := old, current
		for old, current, more, err = link(m); more && err == nil && old == number; old, current, more, err = link(m) {
			if current != to {
				to = 0
			}
		}
		if err == nil {
			err = out.add(number, to)
		}
	}
	return out, err
}

// resolved follows each number to the one that nothing replaces. Each round makes every
// link lead twice as far, so that the longest chain takes the logarithm of its length;
// what does not end by then is a cycle, and leads to a number of it. It closes l.
func (l links) resolved() (links, error) {
	on := uint64(0)
	for range bits.Len64(uint64(l.count)) + 2 {
		next, moved, err := l.further()
		err = errors.Join(err, l.close())
		if err != nil || moved == 0 {
			return next, err
		}
		l, on = next, moved
	}
	return l, &CycleError{on}
}

// further makes every link lead twice as far. moved is a number whose target was itself replaced; 0
// when there was none.
func (l links) further() (next links, moved uint64, err error) {
	next = links{newSorter(l.temp, l.memory)}
	back := links{newSorter(l.temp, l.memory)} // by what replaces
	defer func() { err = errors.Join(err, back.close()) }()
	m, err := l.iter()
	if err != nil {
		return next, 0, err
	}
	for {
		old, current, more, err := link(m)
		if err != nil {
			return next, 0, err
		}
		if !more {
			break
		}
		if old == current {
			return next, 0, &CycleError{old}
		}
		if err := back.add(current, old); err != nil {
			return next, 0, err
		}
	}
	moved, err = l.join(back, next)
	return next, moved, err
}

// join writes back, which is in the order of what replaces, to next by way of l.
func (l links) join(back, next links) (moved uint64, err error) {
	from, err := back.iter()
	if err != nil {
		return 0, err
	}
	by, err := l.iter()
	if err != nil {
		return 0, err
	}
	old, current, more, err := link(by)
	for err == nil {
		at, number, some, fault := link(from)
		if fault != nil || !some {
			return moved, fault
		}
		for more && err == nil && old < at {
			old, current, more, err = link(by)
		}
		if more && old == at {
			moved, at = at, current
		}
		err = errors.Join(err, next.add(number, at))
	}
	return moved, err
}
