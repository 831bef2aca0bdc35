package siteapi

import (
	"context"
	"fmt"
	"net/http"

	"cohortium/internal/adapter/httpapi/answer"
	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/consortium"
	"cohortium/internal/platform/auth"
)

// GetConsortium implements GET /api/consortium.
func (s *Server) GetConsortium(ctx context.Context, _ openapi.GetConsortiumRequestObject) (openapi.GetConsortiumResponseObject, error) {
	p, err := s.Consortium.Profile(ctx)
	if err != nil {
		return nil, err
	}
	return openapi.GetConsortium200JSONResponse(ConsortiumOf(p)), nil
}

// SetConsortium implements PUT /api/consortium.
func (s *Server) SetConsortium(ctx context.Context, in openapi.SetConsortiumRequestObject) (openapi.SetConsortiumResponseObject, error) {
	version, err := request.IfMatch(in.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	b := in.Body
	profile := consortium.Profile{Name: b.Name, Headline: b.Headline, Text: b.Text, TakePart: b.TakePart, Contact: b.Contact}
	pictures := consortium.Pictures{"logo": b.Logo}
	for i, a := range b.Areas {
		profile.Areas = append(profile.Areas, consortium.Area{Area: auth.Area(a.Area), Name: a.Name, Purpose: a.Purpose})
		pictures[fmt.Sprintf("areas.%d.logo", i)] = a.Logo
	}
	p, err := s.Consortium.SetProfile(ctx, request.Identity(ctx), version, profile, pictures)
	if err != nil {
		return nil, err
	}
	return openapi.SetConsortium200JSONResponse(ConsortiumOf(p)), nil
}

// ConsortiumOf converts a profile for the contract. The shell of the pages contains it too.
func ConsortiumOf(p *consortium.Stored) openapi.Consortium {
	return openapi.Consortium{
		Name: p.Name, Headline: p.Headline, Text: p.Text, TakePart: p.TakePart, Contact: p.Contact, Logo: p.Logo.Address(), Version: p.Version,
		Areas: view.Each(p.Areas, func(a consortium.Area) openapi.ConsortiumArea {
			return openapi.ConsortiumArea{Area: openapi.ConsortiumAreaArea(a.Area), Name: a.Name, Purpose: a.Purpose, Logo: a.Logo.Address()}
		}),
	}
}

// GetConsortiumLogo implements GET /api/consortium/logos/{logo}.
func (s *Server) GetConsortiumLogo(ctx context.Context, in openapi.GetConsortiumLogoRequestObject) (openapi.GetConsortiumLogoResponseObject, error) {
	logo, err := s.Consortium.Logo(ctx, in.Logo)
	if err != nil {
		return nil, err
	}
	return logoAnswer{logo, request.OrZero(in.Params.IfNoneMatch)}, nil
}

// logoAnswer is a public logo, named by its content.
type logoAnswer struct {
	*consortium.Logo
	match string // the caller's cached name
}

// VisitGetConsortiumLogoResponse writes the answer.
func (a logoAnswer) VisitGetConsortiumLogoResponse(w http.ResponseWriter) error {
	tag := `"` + a.ID() + `"`
	h := w.Header()
	h.Set("Cache-Control", answer.PublicCache)
	h.Set("ETag", tag)
	if a.match == tag {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	h.Set("Content-Type", "image/png")
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'")
	_, err := w.Write(a.PNG)
	return err
}
