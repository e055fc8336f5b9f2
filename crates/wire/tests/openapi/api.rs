//! A builder of the `OpenAPI` document: one call a route.

use rules::Tile;
use serde_json::Value;
use utoipa::openapi::path::{
    HttpMethod, Operation, OperationBuilder, Parameter, ParameterBuilder, ParameterIn,
};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::schema::{
    ArrayBuilder, ComponentsBuilder, Object, ObjectBuilder, OneOfBuilder, Type,
};
use utoipa::openapi::{
    Content, InfoBuilder, License, OpenApi, OpenApiBuilder, PathsBuilder, Ref, RefOr, Required,
    ResponseBuilder, Schema, Server,
};
use utoipa::{PartialSchema, ToSchema};
use wire::http::Problem;

use crate::openapi::limit::{Limit, bound_integers, properties};

/// Whatever goes wrong.
const PROBLEM: &str = "Problem";

/// The routes described so far, and the schemas of what they take and answer.
pub(crate) struct Api {
    routes: Vec<(&'static str, HttpMethod, Operation)>,
    schemas: Vec<(String, RefOr<Schema>)>,
}

/// A route that is being described.
pub(crate) struct Route<'a> {
    api: &'a mut Api,
}

/// A type that stands in a body.
pub(crate) trait Payload {
    /// Its schema, where it is used.
    fn reference() -> RefOr<Schema>;
    /// Its own schema and those of its parts.
    fn add_schemas(schemas: &mut Vec<(String, RefOr<Schema>)>);
}

/// A named type.
pub(crate) struct Named<T>(std::marker::PhantomData<T>);
/// A list of a named type.
pub(crate) struct ListOf<T>(std::marker::PhantomData<T>);
/// JSON that the server does not look into.
pub(crate) struct AnyObject;
/// Tiles as a list, or by their names in the form of another program.
pub(crate) struct TileLists;

impl<T: ToSchema> Payload for Named<T> {
    fn reference() -> RefOr<Schema> {
        Ref::from_schema_name(T::name()).into()
    }

    fn add_schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((T::name().into_owned(), T::schema()));
        T::schemas(schemas);
    }
}

impl<T: ToSchema> Payload for ListOf<T> {
    fn reference() -> RefOr<Schema> {
        ArrayBuilder::new().items(Named::<T>::reference()).into()
    }

    fn add_schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        Named::<T>::add_schemas(schemas);
    }
}

impl Payload for AnyObject {
    fn reference() -> RefOr<Schema> {
        Object::with_type(Type::Object).into()
    }

    fn add_schemas(_: &mut Vec<(String, RefOr<Schema>)>) {}
}

impl Payload for TileLists {
    fn reference() -> RefOr<Schema> {
        let original = Object::with_type(Type::Object);
        RefOr::T(Schema::OneOf(
            OneOfBuilder::new().item(ListOf::<Tile>::reference()).item(original).build(),
        ))
    }

    fn add_schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        Named::<Tile>::add_schemas(schemas);
    }
}

impl Api {
    pub(crate) fn new() -> Self {
        let mut schemas = Vec::new();
        Named::<Problem>::add_schemas(&mut schemas);
        Self { routes: Vec::new(), schemas }
    }

    pub(crate) fn get(&mut self, path: &'static str, id: &str, summary: &str) -> Route<'_> {
        self.route(HttpMethod::Get, path, id, summary)
    }

    pub(crate) fn post(&mut self, path: &'static str, id: &str, summary: &str) -> Route<'_> {
        self.route(HttpMethod::Post, path, id, summary)
    }

    pub(crate) fn put(&mut self, path: &'static str, id: &str, summary: &str) -> Route<'_> {
        self.route(HttpMethod::Put, path, id, summary)
    }

    pub(crate) fn delete(&mut self, path: &'static str, id: &str, summary: &str) -> Route<'_> {
        self.route(HttpMethod::Delete, path, id, summary)
    }

    fn route(
        &mut self,
        method: HttpMethod,
        path: &'static str,
        id: &str,
        summary: &str,
    ) -> Route<'_> {
        let operation = OperationBuilder::new()
            .operation_id(Some(id))
            .summary(Some(summary))
            .response("4XX", Ref::from_response_name(PROBLEM))
            .response("5XX", Ref::from_response_name(PROBLEM))
            .build();
        self.routes.push((path, method, operation));
        Route { api: self }
    }

    /// Limits the properties of that name in these schemas.
    pub(crate) fn limit(&mut self, schemas: &[&str], property: &str, limit: Limit<'_>) {
        for name in schemas {
            let mut limited = 0;
            for (_, schema) in self.schemas.iter_mut().filter(|(found, _)| found == name) {
                for schema in properties(schema, property) {
                    limit.apply(schema);
                    limited += 1;
                }
            }
            assert!(limited > 0, "{name} has no {property}");
        }
    }

    /// Limits a schema that is no object.
    pub(crate) fn limit_schema(&mut self, name: &str, limit: Limit<'_>) {
        let mut limited = 0;
        for (_, schema) in self.schemas.iter_mut().filter(|(found, _)| found == name) {
            if let RefOr::T(schema) = schema {
                limit.apply(schema);
                limited += 1;
            }
        }
        assert!(limited > 0, "there is no {name}");
    }

    /// The document of all routes.
    pub(crate) fn document(mut self) -> OpenApi {
        for (_, schema) in &mut self.schemas {
            bound_integers(schema);
        }
        let problem = ResponseBuilder::new()
            .description("The request was not carried out.")
            .content("application/json", Content::new(Some(Named::<Problem>::reference())));
        let license = License::new("MIT OR Apache-2.0");
        let info = InfoBuilder::new()
            .title("Damier")
            .version(wire::PROTOCOL.to_string())
            .description(Some(
                "The HTTP interface. The messages of the sockets are in docs/protocol.md.",
            ))
            .license(Some(license));
        let mut paths = PathsBuilder::new();
        for (path, method, operation) in self.routes {
            paths = paths.path(path, utoipa::openapi::PathItem::new(method, operation));
        }
        let components = ComponentsBuilder::new()
            .schemas_from_iter(self.schemas)
            .response(PROBLEM, problem)
            .build();
        OpenApiBuilder::new()
            .info(info)
            .servers(Some([Server::new("http://127.0.0.1:4747")]))
            .paths(paths)
            .components(Some(components))
            .build()
    }
}

impl Route<'_> {
    fn operation(&mut self) -> &mut Operation {
        &mut self.api.routes.last_mut().expect("a route that has begun").2
    }

    /// A part of the path. The example may be empty: then whoever tries the route knows one.
    pub(crate) fn path(self, name: &str, about: &str, example: &str) -> Self {
        let schema = Object::with_type(Type::String);
        self.parameter(ParameterIn::Path, name, about, example, schema.into())
    }

    /// An optional parameter of the query.
    pub(crate) fn query<T: PartialSchema>(self, name: &str, about: &str, example: &str) -> Self {
        self.parameter(ParameterIn::Query, name, about, example, T::schema())
    }

    fn parameter(
        mut self,
        place: ParameterIn,
        name: &str,
        about: &str,
        example: &str,
        schema: RefOr<Schema>,
    ) -> Self {
        let required = if place == ParameterIn::Path { Required::True } else { Required::False };
        let is_text = matches!(
            &schema,
            RefOr::T(Schema::Object(object)) if object.schema_type == Type::String.into()
        );
        let example = (!example.is_empty()).then(|| {
            let value = serde_json::from_str(example).ok().filter(|_| !is_text);
            value.unwrap_or_else(|| Value::from(example))
        });
        let mut schema = schema;
        bound_integers(&mut schema);
        let parameter = ParameterBuilder::new()
            .name(name)
            .parameter_in(place)
            .required(required)
            .description(Some(about))
            .schema(Some(schema))
            .example(example)
            .build();
        self.operation().parameters.get_or_insert_default().push(parameter.into());
        self
    }

    /// The parameter that was described last has to be there.
    pub(crate) fn required(mut self) -> Self {
        if let RefOr::T(parameter) = self.last_parameter() {
            parameter.required = Required::True;
        }
        self
    }

    /// Limits the parameter that was described last.
    pub(crate) fn within(mut self, limit: Limit<'_>) -> Self {
        if let RefOr::T(parameter) = self.last_parameter()
            && let Some(RefOr::T(schema)) = &mut parameter.schema
        {
            limit.apply(schema);
        }
        self
    }

    fn last_parameter(&mut self) -> &mut RefOr<Parameter> {
        let parameters = self.operation().parameters.as_mut();
        parameters.and_then(|parameters| parameters.last_mut()).expect("a parameter")
    }

    /// The body of the request, in JSON.
    pub(crate) fn takes<T: Payload>(mut self, example: Value) -> Self {
        T::add_schemas(&mut self.api.schemas);
        let mut content = Content::new(Some(T::reference()));
        content.example = Some(example);
        let body = RequestBodyBuilder::new().content("application/json", content);
        self.operation().request_body = Some(body.required(Some(Required::True)).build().into());
        self
    }

    /// The body of the request, as text of so many characters.
    pub(crate) fn takes_text(mut self, example: &str, limit: Option<Limit<'_>>) -> Self {
        let mut schema = Schema::Object(Object::with_type(Type::String));
        if let Some(limit) = limit {
            limit.apply(&mut schema);
        }
        let mut content = Content::new(Some(schema));
        content.example = Some(Value::from(example));
        let body = RequestBodyBuilder::new().content("text/plain", content);
        self.operation().request_body = Some(body.required(Some(Required::True)).build().into());
        self
    }

    /// The answer, in JSON.
    pub(crate) fn answers<T: Payload>(self) -> Self {
        T::add_schemas(&mut self.api.schemas);
        self.respond("200", "Done.", Some(("application/json", T::reference())))
    }

    /// The answer, as a text of that type.
    pub(crate) fn answers_text(self, content_type: &str, about: &str) -> Self {
        let schema = ObjectBuilder::new().schema_type(Type::String).build();
        self.respond("200", about, Some((content_type, schema.into())))
    }

    /// The answer of a server that is not ready: a text, or a problem.
    pub(crate) fn refuses_with_text(self, status: &str, about: &str) -> Self {
        let schema = ObjectBuilder::new().schema_type(Type::String).build();
        self.respond(status, about, Some(("text/plain", schema.into()))).respond(
            status,
            about,
            Some(("application/json", Named::<Problem>::reference())),
        )
    }

    /// An answer without a body.
    pub(crate) fn answers_nothing(self) -> Self {
        self.respond("204", "Done.", None)
    }

    /// The route becomes a WebSocket.
    pub(crate) fn upgrades(self) -> Self {
        let about = "From here on a WebSocket; docs/protocol.md has its messages.";
        self.respond("101", about, None)
    }

    fn respond(
        mut self,
        status: &str,
        about: &str,
        content: Option<(&str, RefOr<Schema>)>,
    ) -> Self {
        let responses = &mut self.operation().responses.responses;
        let mut response = match responses.remove(status) {
            Some(RefOr::T(response)) => response,
            _ => ResponseBuilder::new().description(about).build(),
        };
        if let Some((content_type, schema)) = content {
            response.content.insert(content_type.to_owned(), Content::new(Some(schema)).into());
        }
        responses.insert(status.to_owned(), response.into());
        self
    }
}
