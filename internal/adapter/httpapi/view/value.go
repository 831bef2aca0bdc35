// Package view makes values of the contract of those of the domain, where several areas need
// the same, and has the small conversions that all of them use.
package view

import (
	"cohortium/internal/platform/listing"
)

// Ptr is a pointer to a value.
func Ptr[T any](v T) *T { return &v }

// Some is a pointer to a text, nil for the empty one.
func Some(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// CursorOf is where a list goes on, nil on its last page.
func CursorOf(next listing.Place) *string {
	if next.ID == "" {
		return nil
	}
	return Ptr(next.Text())
}

// Texts are words of the domain as plain ones.
func Texts[T ~string](items []T) []string {
	out := make([]string, len(items))
	for i, item := range items {
		out[i] = string(item)
	}
	return out
}

// List is items as JSON wants it: empty rather than null.
func List[T any](items []T) []T {
	if items == nil {
		return []T{}
	}
	return items
}

// Named gives texts another type of text.
func Named[To, From ~string](in []From) []To {
	out := make([]To, len(in))
	for i, text := range in {
		out[i] = To(text)
	}
	return out
}

// Each converts a list, which is never null.
func Each[To, From any](in []From, convert func(From) To) []To {
	out := make([]To, len(in))
	for i, v := range in {
		out[i] = convert(v)
	}
	return out
}
