package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
)

// Difference is one difference of two documents.
type Difference struct {
	Path   string          `json:"path"`             // JSON pointer into the later one; for removed values into the earlier one
	Before json.RawMessage `json:"before,omitempty"` // nil for what is new
	After  json.RawMessage `json:"after,omitempty"`  // nil for what is gone
}

// Differences compares two documents. Members of lists that have an id are compared with those of
// the same id, wherever they moved; a changed order is reported for the list, as lists of ids.
// Other lists are compared as a whole.
func Differences(before, after json.RawMessage) ([]Difference, error) {
	was, err := decoded(before)
	if err != nil {
		return nil, err
	}
	is, err := decoded(after)
	if err != nil {
		return nil, err
	}
	d := &differ{}
	d.compare(part{value: was}, part{value: is})
	return d.found, d.err
}

// decoded reads a document; numbers are equal however they are written.
func decoded(document json.RawMessage) (value any, err error) {
	d := json.NewDecoder(bytes.NewReader(document))
	d.UseNumber()
	if err := d.Decode(&value); err != nil {
		return nil, err
	}
	return numbered(value), nil
}

func numbered(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for name := range v {
			v[name] = numbered(v[name])
		}
	case []any:
		for i := range v {
			v[i] = numbered(v[i])
		}
	case json.Number:
		if x, err := v.Float64(); err == nil { // else it is too large for a number, and stays unchanged
			return x
		}
	}
	return value
}

type differ struct {
	found []Difference
	err   error
}

func (d *differ) compare(was, is part) {
	if reflect.DeepEqual(was.value, is.value) {
		return
	}
	_, wasObject := was.value.(map[string]any)
	_, isObject := is.value.(map[string]any)
	wasIDs, wasListed := idsOf(was)
	isIDs, isListed := idsOf(is)
	switch {
	case wasObject && isObject:
		d.members(was, is)
	case wasListed && isListed && len(wasIDs)+len(isIDs) > 0:
		d.items(was, is, wasIDs, isIDs)
	default:
		d.tell(is.path, was.value, is.value)
	}
}

// tell adds a difference; nil means absent.
func (d *differ) tell(path string, was, is any) {
	one := Difference{Path: path}
	for _, side := range []struct {
		value any
		into  *json.RawMessage
	}{{was, &one.Before}, {is, &one.After}} {
		if side.value == nil {
			continue
		}
		text, err := json.Marshal(side.value)
		if err != nil && d.err == nil {
			d.err = fmt.Errorf("page.Differences at %q: %w", path, err)
		}
		*side.into = text
	}
	d.found = append(d.found, one)
}

func (d *differ) members(was, is part) {
	for _, m := range was.members() {
		if other := is.member(m.path[len(was.path):]); other.value == nil && m.value != nil {
			d.tell(m.path, m.value, nil)
		}
	}
	for _, m := range is.members() {
		if m.value == nil { // null means absent
			continue
		}
		other := was.member(m.path[len(is.path):])
		if other.value == nil {
			d.tell(m.path, nil, m.value)
			continue
		}
		d.compare(other, m)
	}
}

// member returns the member of an object by the end of its path.
func (p part) member(end string) part {
	for _, m := range p.members() {
		if m.path[len(p.path):] == end {
			return m
		}
	}
	return part{}
}

// items compares lists whose members have ids.
func (d *differ) items(was, is part, wasIDs, isIDs []string) {
	for i, id := range wasIDs {
		if !slices.Contains(isIDs, id) {
			d.tell(was.items()[i].path, was.items()[i].value, nil)
		}
	}
	for i, id := range isIDs {
		if at := slices.Index(wasIDs, id); at >= 0 {
			d.compare(was.items()[at], is.items()[i])
		} else {
			d.tell(is.items()[i].path, nil, is.items()[i].value)
		}
	}
	stayed := func(ids, others []string) []string {
		return slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return !slices.Contains(others, id) })
	}
	if a, b := stayed(wasIDs, isIDs), stayed(isIDs, wasIDs); !slices.Equal(a, b) {
		d.tell(is.path, a, b)
	}
}

// idsOf returns the ids of the members of a list; false when it is not a list, when one has no id
// or two have the same.
func idsOf(p part) ([]string, bool) {
	list, ok := p.value.([]any)
	if !ok {
		return nil, false
	}
	var ids []string
	for _, item := range list {
		id := part{value: item}.text("id")
		if id == "" || slices.Contains(ids, id) {
			return nil, false
		}
		ids = append(ids, id)
	}
	return ids, true
}
