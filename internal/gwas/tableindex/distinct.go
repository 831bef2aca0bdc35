package tableindex

import (
	"bytes"
	"context"
	"errors"
	"fmt"
)

// Tuple is the values of the first keys of some rows, as they compare: numbers in
// their shortest form.
type Tuple []string

// Match returns the distinct values of the key behind those given which begin with prefix and sort
// after the value after ("" for the first ones), and whether there are more than limit. Texts come
// in the order of their bytes, numbers by size; a prefix is for texts alone. Errors are those of
// Rows.
func (x *Index) Match(ctx context.Context, keys []string, prefix, after string, limit int) (values []string, more bool, err error) {
	column := len(keys)
	if column >= len(x.about.Schema.Keys) {
		return nil, false, &ArityError{Schema: x.about.Schema.String(), Want: len(x.about.Schema.Keys), Got: column + 1}
	}
	exact, err := x.prefix(keys)
	if err != nil {
		return nil, false, err
	}
	if prefix != "" && x.keyTypes()[column] != Text {
		return nil, false, &ValueError{short(prefix), "The column holds numbers, which have no beginnings. Ask for all of them."}
	}
	within := append(bytes.Clone(exact), prefix...)
	start := within
	if after != "" {
		behind, err := x.prefix(append(keys[:column:column], after))
		if err != nil {
			return nil, false, err
		}
		if next := successor(behind); next == nil {
			return nil, false, nil
		} else if bytes.Compare(next, start) > 0 {
			start = next
		}
	}
	err = x.distinct(ctx, within, start, func(key []byte) (int, bool) {
		value, rest, ok := decodeValue(x.keyTypes()[column], key[len(exact):])
		if more = len(values) == limit; more || !ok {
			return 0, false
		}
		values = append(values, value)
		return len(key) - len(rest), true
	})
	return values, more, err
}

// Keys returns the distinct tuples of the first columns keys that sort after the tuple after (nil
// for the first ones), in order, and whether there are more than limit.
func (x *Index) Keys(ctx context.Context, columns int, after Tuple, limit int) (tuples []Tuple, more bool, err error) {
	if columns < 1 || columns > len(x.about.Schema.Keys) || len(after) > columns {
		return nil, false, &ArityError{Schema: x.about.Schema.String(), Want: len(x.about.Schema.Keys), Got: columns}
	}
	var start []byte
	if len(after) > 0 {
		behind, err := x.prefix(after)
		if err != nil {
			return nil, false, err
		}
		if start = successor(behind); start == nil {
			return nil, false, nil
		}
	}
	types := x.keyTypes()
	err = x.distinct(ctx, nil, start, func(key []byte) (int, bool) {
		if more = len(tuples) == limit; more {
			return 0, false
		}
		rest, tuple := key, make(Tuple, columns)
		for i := range tuple {
			var ok bool
			if tuple[i], rest, ok = decodeValue(types[i], rest); !ok {
				return 0, false
			}
		}
		tuples = append(tuples, tuple)
		return len(key) - len(rest), true
	})
	return tuples, more, err
}

func (x *Index) keyTypes() []Type {
	k := x.keyer()
	defer x.keyers.Put(k)
	return k.types
}

// distinct calls f with the first key from start on that begins with within. f returns how much of
// it is the value that counts, and whether to continue: with the first key behind all that begin
// with it. Units in between are not read.
func (x *Index) distinct(ctx context.Context, within, start []byte, f func(key []byte) (int, bool)) error {
	k := x.keyer()
	defer x.keyers.Put(k)
	target := start
	for i := x.from(target); i < len(x.units.list); {
		err := x.unit(ctx, k, i, func(_ int64, e entry, _ []byte) error {
			if bytes.Compare(e.key, target) < 0 {
				return nil
			}
			if !bytes.HasPrefix(e.key, within) {
				if bytes.Compare(e.key, within) < 0 {
					return nil
				}
				return errEnough
			}
			size, on := f(e.key)
			if !on {
				return errEnough
			}
			if target = successor(e.key[:size]); target == nil {
				return errEnough
			}
			return nil
		})
		if errors.Is(err, errEnough) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading the keys: %w", err)
		}
		i = max(i+1, x.from(target))
	}
	return nil
}

// successor returns the first text of bytes behind all that begin with prefix; nil when there is
// none.
func successor(prefix []byte) []byte {
	next := bytes.TrimRight(prefix, "\xff")
	if len(next) == 0 {
		return nil
	}
	next = bytes.Clone(next)
	next[len(next)-1]++
	return next
}
