// Package view converts values of the domain to those of the contract if several areas need them,
// and contains small shared conversions.
package view

import (
	"cohortium/internal/platform/listing"
)

// Ptr returns a pointer to a value.
func Ptr[T any](v T) *T { return &v }

// Some returns a pointer to a text, nil for the empty one.
func Some(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// CursorOf returns the cursor of the next page, nil on the last page.
func CursorOf(next listing.Place) *string {
	if next.ID == "" {
		return nil
	}
	return Ptr(next.Text())
}

// Facets returns the facets of a list, nil if they were not asked for.
func Facets(f listing.Facets) *listing.Facets {
	if f == nil {
		return nil
	}
	return &f
}

// Texts converts named string types to strings.
func Texts[T ~string](items []T) []string {
	out := make([]string, len(items))
	for i, item := range items {
		out[i] = string(item)
	}
	return out
}

// List returns items for JSON: empty rather than null.
func List[T any](items []T) []T {
	if items == nil {
		return []T{}
	}
	return items
}

// Named converts texts to another string type.
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
