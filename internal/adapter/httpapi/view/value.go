package view

import (
	"cohortium/internal/platform/listing"
)

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
