// Package page owns the pages that show tables: their documents and problems, drafts and versions,
// owners and sharing, public addresses, pictures, and embedding. The browser interprets a document
// when it draws it; tables are read through the interface Tables. It knows no HTTP and no SQL.
package page

import (
	"encoding/json"
	"time"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/record"
)

// ObjectPage is the name of a page in the audit trail and the history.
const ObjectPage = "page"

// PublicPath is the path of published pages, before the slug.
const PublicPath = "/p/pages/"

// MaxDocument is the largest document in bytes.
const MaxDocument = 1 << 20

// Sharing is who may see a page besides its owner.
type Sharing string

// The levels of sharing, each with more people than the one before.
const (
	Private Sharing = "private"
	People  Sharing = "people"
	Area    Sharing = "area" // every account with a role in the area of the page
	Public  Sharing = "public"
)

// Sharings lists the ways of sharing, the narrowest first.
func Sharings() []Sharing { return []Sharing{Private, People, Area, Public} }

// Page is a page without its document.
type Page struct {
	ID          string
	Title       string // of the draft
	Area        auth.Area
	Owner       record.Person
	Sharing     Sharing
	People      []record.Person // kept for when it is shared with named people again
	TableID     string          // of the draft
	Copied      bool            // the table came with a copy of another user's page
	Errors      int             // of the draft, at its last change
	Warnings    int
	Versions    int64    // number of stored versions
	Origins     []string // sites that may embed it
	PictureID   string   // "" for none
	Publication *Publication
	CreatedAt   time.Time
	UpdatedAt   time.Time
	UpdatedBy   string
	DeletedAt   *time.Time // when it was put in the bin
	Version     int64
}

// Publication is the published state of a page.
type Publication struct {
	Slug    string
	Number  int64  // of the published version
	TableID string // of the published version
	Title   string // of that version
	About   string // its first words
	Follow  bool   // updates to new versions of its source
	// NextID is the last table made from a newer version of the source; "" for none. Behind
	// explains why it is not shown; "" while it is not known.
	NextID string
	Behind string
	At     time.Time
	By     string
}

// shown returns the table that readers of a page see.
func (p *Page) shown() string {
	if p.Publication != nil {
		return p.Publication.TableID
	}
	return p.TableID
}

// Version is a stored document. It never changes.
type Version struct {
	PageID   string
	Number   int64 // from 1
	Name     string
	TableID  string // table of the version
	Document json.RawMessage
	By       string
	At       time.Time
}

// Can holds the rights of a caller to a page.
type Can struct {
	Edit    bool // save its draft, store versions, publish
	Share   bool
	Delete  bool // put it into the bin, or delete it for ever
	Restore bool
}
