package catalogue

import "strconv"

type (
	schemaDataset struct {
		Context      string               `json:"@context"`
		Type         string               `json:"@type"`
		Address      string               `json:"@id,omitempty"`
		Name         string               `json:"name"`
		Description  string               `json:"description"`
		Identifier   string               `json:"identifier"`
		URL          string               `json:"url,omitempty"`
		Version      string               `json:"version"`
		Created      string               `json:"dateCreated"`
		Published    string               `json:"datePublished,omitempty"`
		Modified     string               `json:"dateModified"`
		Creator      []schemaThing        `json:"creator"`
		Source       *schemaThing         `json:"sourceOrganization,omitempty"`
		Publisher    schemaThing          `json:"publisher"`
		Catalogue    schemaThing          `json:"includedInDataCatalog"`
		PartOf       *schemaThing         `json:"isPartOf,omitempty"`
		License      any                  `json:"license,omitempty"` // an address, or a thing with a name
		Free         bool                 `json:"isAccessibleForFree"`
		Conditions   string               `json:"conditionsOfAccess"`
		Keywords     []string             `json:"keywords"`
		About        []schemaTerm         `json:"about,omitempty"`
		Status       string               `json:"creativeWorkStatus,omitempty"`
		Technique    string               `json:"measurementTechnique,omitempty"`
		Measured     []schemaVariable     `json:"variableMeasured"`
		Citation     string               `json:"citation,omitempty"`
		Distribution []schemaDistribution `json:"distribution"`
	}
	schemaThing struct {
		Type string `json:"@type"`
		Name string `json:"name"`
		URL  string `json:"url,omitempty"`
	}
	schemaTerm struct {
		Type string `json:"@type"`
		Code string `json:"termCode"`
		Name string `json:"name,omitempty"`
		URL  string `json:"url,omitempty"`
	}
	schemaVariable struct {
		Type  string `json:"@type"`
		ID    string `json:"propertyID,omitempty"`
		Name  string `json:"name"`
		Value string `json:"value,omitempty"`
		About string `json:"description,omitempty"`
	}
	schemaDistribution struct {
		Type      string `json:"@type"`
		Name      string `json:"name"`
		About     string `json:"description,omitempty"`
		URL       string `json:"contentUrl,omitempty"`
		Format    string `json:"encodingFormat"`
		Size      string `json:"contentSize"`
		SHA256    string `json:"sha256"`
		Version   string `json:"version"`
		Published string `json:"datePublished,omitempty"`
		Check     string `json:"creativeWorkStatus,omitempty"`
	}
)

// SchemaOrg returns the record as JSON-LD of schema.org/Dataset.
func SchemaOrg(r *Record) ([]byte, error) {
	out := schemaDataset{
		Context:     "https://schema.org/",
		Type:        "Dataset",
		Address:     r.URL,
		Name:        r.Name,
		Description: r.Description,
		Identifier:  r.identifier(),
		URL:         r.URL,
		Version:     strconv.FormatInt(r.Version, 10),
		Created:     instant(r.Created),
		Published:   instantOf(r.Published),
		Modified:    instant(r.Modified),
		Creator:     []schemaThing{},
		Publisher:   schemaThing{"Organization", r.Publisher, r.Home},
		Catalogue:   schemaThing{"DataCatalog", r.Publisher, r.Home},
		License: schemaLicense(
			r.licence(),
		),
		Free:         r.Access == Open,
		Conditions:   conditions(r.Access),
		Keywords:     r.keywords(),
		Status:       r.Status,
		Technique:    r.Technique,
		Measured:     r.measured(),
		Citation:     citation(r.Publication),
		Distribution: []schemaDistribution{},
	}
	for _, name := range r.Creators {
		out.Creator = append(out.Creator, schemaThing{Type: "Person", Name: name})
	}
	if r.Institution != "" {
		out.Source = &schemaThing{Type: "Organization", Name: r.Institution}
	}
	if r.Study != "" {
		out.PartOf = &schemaThing{Type: "CreativeWork", Name: r.Study}
	}
	for _, t := range r.Terms {
		out.About = append(out.About, schemaTerm{"DefinedTerm", t.CURIE, t.Label, t.URL})
	}
	for i := range r.Files {
		f := &r.Files[i]
		out.Distribution = append(out.Distribution, schemaDistribution{
			"DataDownload",
			f.Name,
			f.Title,
			f.URL,
			f.mediaType(),
			strconv.FormatInt(f.Size, 10) + " B",
			f.SHA256,
			strconv.Itoa(f.Version),
			instantOf(f.Published),
			f.Check,
		})
	}
	return write(out)
}

// measured returns the variables that the data set measures: its phenotypes and its facts.
func (r *Record) measured() []schemaVariable {
	all := []schemaVariable{}
	for i := range r.Phenotypes {
		p := &r.Phenotypes[i]
		all = append(all, schemaVariable{Type: "PropertyValue", ID: p.Code, Name: p.label(), About: p.sizes()})
	}
	for _, f := range r.Facts {
		all = append(all, schemaVariable{Type: "PropertyValue", Name: f.Name, Value: f.Value})
	}
	return all
}

func schemaLicense(l licence) any {
	switch {
	case l.url != "":
		return l.url
	case l.text != "":
		return schemaThing{Type: "CreativeWork", Name: l.text}
	}
	return nil
}

func conditions(a Access) string {
	switch a {
	case Open:
		return "Open to everybody."
	case Some:
		return "Shared with named people and groups."
	}
	return "Not shared. Ask the owners."
}

// citation returns the publication on one line.
func citation(p Publication) string {
	switch {
	case p.Citation == "":
		return p.URL
	case p.URL == "":
		return p.Citation
	}
	return p.Citation + " " + p.URL
}

// sizes returns the sample sizes of a phenotype as text.
func (p *Phenotype) sizes() string {
	text := strconv.FormatInt(p.SampleSize, 10) + " people"
	if p.Cases != nil && p.Controls != nil {
		text += ": " + strconv.FormatInt(*p.Cases, 10) + " cases and " + strconv.FormatInt(*p.Controls, 10) + " controls"
	}
	return text
}
